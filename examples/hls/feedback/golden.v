// SPDX-License-Identifier: MIT
// feedback.cpp as hardware: both tasks work in each clock. The streams are empty at
// power-up only.
module feedback(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	input [31:0] rounds, output [31:0] ap_return);

	reg is_running, is_done;
	reg [31:0] asked, answered, ones;
	reg [31:0] a [0:63], b [0:63];
	reg [5:0] a_head, a_tail, b_head, b_tail;

	wire asks = is_running && $signed(asked) < $signed(rounds);
	wire answers = is_running && $signed(answered) < $signed(rounds) &&
		a_head != a_tail;
	wire exist = b_head != b_tail;
	wire [31:0] bit = exist && b[b_head] == 3;

	assign ap_done = is_done;
	assign ap_ready = ap_done;
	assign ap_idle = !is_running;
	assign ap_return = ones;

	always @(posedge ap_clk)
		if (ap_rst) begin
			is_running <= 0;
			is_done <= 0;
			a_head <= 0;
			a_tail <= 0;
			b_head <= 0;
			b_tail <= 0;
		end else if (is_done)
			is_done <= 0;
		else if (!is_running) begin
			if (ap_start) begin
				asked <= 0;
				answered <= 0;
				ones <= 0;
				is_running <= 1;
			end
		end else begin
			if (asks) begin
				if (exist)
					b_head <= b_head + 1;
				a[a_tail] <= bit;
				a_tail <= a_tail + 1;
				ones <= ones + bit;
				asked <= asked + 1;
			end
			if (answers) begin
				b[b_tail] <= a[a_head] + 3;
				b_tail <= b_tail + 1;
				a_head <= a_head + 1;
				answered <= answered + 1;
			end
			if ($signed(asked) >= $signed(rounds) &&
				$signed(answered) >= $signed(rounds)) begin
				is_running <= 0;
				is_done <= 1;
			end
		end
endmodule
