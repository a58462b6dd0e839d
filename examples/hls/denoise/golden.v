// SPDX-License-Identifier: MIT
// denoise.cpp as hardware: the difference keeps 8 bits, and has no sign.
module denoise(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	output [31:0] pixel_address0, output pixel_ce0, input [31:0] pixel_q0,
	output [31:0] pixel_address1, output pixel_ce1, input [31:0] pixel_q1,
	input [31:0] count, input [31:0] threshold, output [31:0] ap_return);

	localparam IDLE = 0, TEST = 1, STEP = 2, DONE = 3;

	reg [1:0] state;
	reg [31:0] i, kept;
	wire [7:0] step = pixel_q1 - pixel_q0;

	assign pixel_address0 = i;
	assign pixel_address1 = i + 1;
	assign pixel_ce0 = state == TEST;
	assign pixel_ce1 = state == TEST;
	assign ap_done = state == DONE;
	assign ap_ready = ap_done;
	assign ap_idle = state == IDLE;
	assign ap_return = kept;

	always @(posedge ap_clk)
		if (ap_rst)
			state <= IDLE;
		else case (state)
		IDLE: if (ap_start) begin
			i <= 0;
			kept <= 0;
			state <= TEST;
		end
		TEST: state <= $signed(i + 1) < $signed(count) ? STEP : DONE;
		STEP: begin
			kept <= kept +
				($signed({24'b0, step}) > $signed(threshold));
			i <= i + 1;
			state <= TEST;
		end
		default: state <= IDLE;
		endcase
endmodule
