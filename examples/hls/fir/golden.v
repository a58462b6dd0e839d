// SPDX-License-Identifier: MIT
// fir.c as hardware: the delay line is a static variable, so it is 0 after power-up
// only and keeps its samples from call to call.
module fir(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	input [31:0] sample, output [31:0] ap_return);

	reg [31:0] line [0:7];
	reg is_done;
	integer i;

	assign ap_done = is_done;
	assign ap_ready = ap_done;
	assign ap_idle = !is_done;
	assign ap_return = line[0] + 2 * line[1] + 3 * line[2] + 4 * line[3] +
		4 * line[4] + 3 * line[5] + 2 * line[6] + line[7];

	always @(posedge ap_clk)
		if (ap_rst) begin
			is_done <= 0;
			for (i = 0; i < 8; i = i + 1)
				line[i] <= 0;
		end else if (is_done)
			is_done <= 0;
		else if (ap_start) begin
			for (i = 7; i > 0; i = i - 1)
				line[i] <= line[i - 1];
			line[0] <= sample;
			is_done <= 1;
		end
endmodule
