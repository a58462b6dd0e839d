// SPDX-License-Identifier: MIT
// l2norm.cpp as hardware: 16 bits, 10 of them behind the point, that wrap.
module l2norm(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	output [31:0] data_address0, output data_ce0, input [31:0] data_q0,
	input [31:0] count, output [31:0] ap_return);

	localparam IDLE = 0, TEST = 1, ADD = 2, DONE = 3;

	reg [1:0] state;
	reg [31:0] i;
	reg signed [15:0] sum;

	wire signed [15:0] x = {data_q0[5:0], 10'b0};
	wire signed [31:0] square = x * x; // 20 bits behind the point

	assign data_address0 = i;
	assign data_ce0 = state == TEST;
	assign ap_done = state == DONE;
	assign ap_ready = ap_done;
	assign ap_idle = state == IDLE;
	assign ap_return = {{26{sum[15]}}, sum[15:10]};

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
			sum <= sum + square[25:10];
			i <= i + 1;
			state <= TEST;
		end
		default: state <= IDLE;
		endcase
endmodule
