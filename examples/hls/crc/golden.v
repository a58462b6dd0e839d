// SPDX-License-Identifier: MIT
// crc.c as hardware: one byte a clock, its eight bits unrolled. The static variable
// is set at power-up only.
module crc(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	output [31:0] data_address0, output data_ce0, input [31:0] data_q0,
	input [31:0] count, output [31:0] ap_return);

	localparam IDLE = 0, FETCH = 1, ADD = 2, DONE = 3;

	reg [1:0] state;
	reg [31:0] i, sum;

	assign data_address0 = i;
	assign data_ce0 = state == FETCH;
	assign ap_done = state == DONE;
	assign ap_ready = ap_done;
	assign ap_idle = state == IDLE;
	assign ap_return = sum;

	function [31:0] shift(input [31:0] from);
		integer bit;
		begin
			shift = from;
			for (bit = 0; bit < 8; bit = bit + 1)
				shift = shift[0] ? (shift >> 1) ^ 32'ha001
						 : shift >> 1;
		end
	endfunction

	always @(posedge ap_clk)
		if (ap_rst) begin
			state <= IDLE;
			sum <= 32'hffff;
		end else case (state)
		IDLE: if (ap_start) begin
			i <= 0;
			state <= FETCH;
		end
		FETCH: state <= $signed(i) < $signed(count) ? ADD : DONE;
		ADD: begin
			sum <= shift(sum ^ (data_q0 & 32'hff));
			i <= i + 1;
			state <= FETCH;
		end
		default: state <= IDLE;
		endcase
endmodule
