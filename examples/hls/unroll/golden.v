// SPDX-License-Identifier: MIT
// unroll.cpp as hardware: two elements a round, and one exit test for both.
module unroll(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	output [31:0] data_address0, output data_ce0, input [31:0] data_q0,
	output [31:0] data_address1, output data_ce1, input [31:0] data_q1,
	input [31:0] count, output [31:0] ap_return);

	localparam IDLE = 0, TEST = 1, ADD = 2, DONE = 3;

	reg [1:0] state;
	reg [31:0] i, sum;

	assign data_address0 = i;
	assign data_address1 = i + 1;
	assign data_ce0 = state == TEST;
	assign data_ce1 = state == TEST;
	assign ap_done = state == DONE;
	assign ap_ready = ap_done;
	assign ap_idle = state == IDLE;
	assign ap_return = sum;

	always @(posedge ap_clk)
		if (ap_rst)
			state <= IDLE;
		else case (state)
		IDLE: if (ap_start) begin
			i <= 0;
			sum <= 0;
			state <= TEST;
		end
		TEST: state <= $signed(i) < $signed(count) ? ADD : DONE;
		ADD: begin
			sum <= sum + (i < 16 ? data_q0 : 16)
				+ (i + 1 < 16 ? data_q1 : 16);
			i <= i + 2;
			state <= TEST;
		end
		default: state <= IDLE;
		endcase
endmodule
