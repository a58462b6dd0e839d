// SPDX-License-Identifier: MIT
// highest.c as hardware: the register of `best` is not set before the loop. Which of
// two numbers is larger is unknown if one of them is.
module highest(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	output [31:0] data_address0, output data_ce0, input [31:0] data_q0,
	input [31:0] count, output [31:0] ap_return);

	localparam IDLE = 0, TEST = 1, COMPARE = 2, DONE = 3;

	reg [1:0] state;
	reg [31:0] i, best;

	assign data_address0 = i;
	assign data_ce0 = state == TEST;
	assign ap_done = state == DONE;
	assign ap_ready = ap_done;
	assign ap_idle = state == IDLE;
	assign ap_return = best;

	always @(posedge ap_clk)
		if (ap_rst) begin
			state <= IDLE;
			best <= 32'bx;
		end else case (state)
		IDLE: if (ap_start) begin
			i <= 0;
			best <= 32'bx;
			state <= TEST;
		end
		TEST: state <= $signed(i) < $signed(count) ? COMPARE : DONE;
		COMPARE: begin
			best <= $signed(data_q0) > $signed(best) ? data_q0 : best;
			i <= i + 1;
			state <= TEST;
		end
		default: state <= IDLE;
		endcase
endmodule
