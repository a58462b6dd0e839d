// SPDX-License-Identifier: MIT
// search.c as hardware that is pipelined at one trip a clock while the flag takes two:
// the test of a trip sees the flag of the trip before the last. Predicted, not seen of
// a synthesis: a tool that keeps the dependence would stall.
module search(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	output [31:0] data_address0, output data_ce0, input [31:0] data_q0,
	input [31:0] count, output [31:0] ap_return);

	reg is_running, is_done, is_issued, found, late;
	reg [31:0] i, sum;

	wire issues = is_running && !late && $signed(i) < $signed(count);

	assign data_address0 = i;
	assign data_ce0 = issues;
	assign ap_done = is_done;
	assign ap_ready = ap_done;
	assign ap_idle = !is_running;
	assign ap_return = sum;

	always @(posedge ap_clk)
		if (ap_rst) begin
			is_running <= 0;
			is_done <= 0;
		end else if (is_done)
			is_done <= 0;
		else if (!is_running) begin
			if (ap_start) begin
				i <= 0;
				sum <= 0;
				found <= 0;
				late <= 0;
				is_issued <= 0;
				is_running <= 1;
			end
		end else begin
			is_issued <= issues;
			if (issues)
				i <= i + 1;
			if (is_issued) begin
				sum <= sum + data_q0;
				found <= found || data_q0 == 0;
			end
			late <= found;
			if (!issues && !is_issued) begin
				is_running <= 0;
				is_done <= 1;
			end
		end
endmodule
