// SPDX-License-Identifier: MIT
// saturate.cpp as hardware: the sum has wrapped to 6 bits before it is clamped, so
// both tests compare a number of 6 bits with its own limits.
module saturate(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	output [31:0] data_address0, output data_ce0, input [31:0] data_q0,
	input [31:0] count, output [31:0] ap_return);

	localparam IDLE = 0, FETCH = 1, ADD = 2, CLAMP = 3, DONE = 4;

	reg [2:0] state;
	reg [31:0] i;
	reg signed [5:0] now;

	assign data_address0 = i;
	assign data_ce0 = state == FETCH;
	assign ap_done = state == DONE;
	assign ap_ready = ap_done;
	assign ap_idle = state == IDLE;
	assign ap_return = {{26{now[5]}}, now};

	always @(posedge ap_clk)
		if (ap_rst)
			state <= IDLE;
		else case (state)
		IDLE: if (ap_start) begin
			i <= 0;
			now <= 0;
			state <= FETCH;
		end
		FETCH: state <= ADD;
		ADD: begin
			now <= now + data_q0;
			state <= CLAMP;
		end
		CLAMP: begin
			if (now > 31)
				now <= 31;
			if (now < -32)
				now <= -32;
			i <= i + 1;
			state <= $signed(i + 1) < $signed(count) ? FETCH : DONE;
		end
		default: state <= IDLE;
		endcase
endmodule
