// SPDX-License-Identifier: MIT
// radix.c as hardware: a bucket has 4 bits of address, so bucket 16 is bucket 0.
module radix(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	output [31:0] keys_address0, output keys_ce0, input [31:0] keys_q0,
	input [31:0] count, output reg [31:0] ap_return);

	localparam IDLE = 0, TEST = 1, COUNT = 2, SUM = 3, DONE = 4;

	reg [2:0] state;
	reg [31:0] i;
	reg [31:0] bucket [0:15];
	integer k;

	assign keys_address0 = i;
	assign keys_ce0 = state == TEST;
	assign ap_done = state == DONE;
	assign ap_ready = ap_done;
	assign ap_idle = state == IDLE;

	always @(posedge ap_clk)
		if (ap_rst)
			state <= IDLE;
		else case (state)
		IDLE: if (ap_start) begin
			for (k = 0; k < 16; k = k + 1)
				bucket[k] <= 0;
			i <= 0;
			ap_return <= 0;
			state <= TEST;
		end
		TEST: if ($signed(i) < $signed(count))
			state <= COUNT;
		else begin
			i <= 0;
			state <= SUM;
		end
		COUNT: begin
			bucket[keys_q0[3:0]] <= bucket[keys_q0[3:0]] + 1;
			i <= i + 1;
			state <= TEST;
		end
		SUM: if (i == 16)
			state <= DONE;
		else begin
			ap_return <= ap_return + bucket[i[3:0]] * (16 - i);
			i <= i + 1;
		end
		default: state <= IDLE;
		endcase
endmodule
