// SPDX-License-Identifier: MIT
// merge_sort.c as hardware: both stacks have 6 cells and 3 bits of address; cells 6
// and 7 do not exist. Both are static: 0 at power-up.
module merge_sort(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	output [31:0] data_address0, output data_ce0, output data_we0,
	output [31:0] data_d0, input [31:0] data_q0,
	output [31:0] data_address1, output data_ce1, output data_we1,
	output [31:0] data_d1, input [31:0] data_q1, input [31:0] count);

	localparam IDLE = 0, TEST = 1, POP = 2, FETCH = 3, SWAP = 4, PUSH0 = 5,
		PUSH1 = 6, PUSH2 = 7, DONE = 8;

	reg [3:0] state;
	reg [31:0] top, low, high;
	reg [31:0] from [0:7], to [0:7];
	integer k;

	wire [2:0] below = top[2:0] - 3'd1;
	wire signed [31:0] length = high - low;
	wire signed [31:0] third = length / 3;
	wire is_larger = $signed(data_q0) > $signed(data_q1);

	assign data_address0 = low;
	assign data_address1 = high - 1;
	assign data_ce0 = state == FETCH || state == SWAP;
	assign data_ce1 = data_ce0;
	assign data_we0 = state == SWAP && is_larger;
	assign data_we1 = data_we0;
	assign data_d0 = data_q1;
	assign data_d1 = data_q0;
	assign ap_done = state == DONE;
	assign ap_ready = ap_done;
	assign ap_idle = state == IDLE;

	task push(input [31:0] first, input [31:0] last);
		if (top[2:0] < 6) begin
			from[top[2:0]] <= first;
			to[top[2:0]] <= last;
		end
	endtask

	always @(posedge ap_clk)
		if (ap_rst) begin
			state <= IDLE;
			for (k = 0; k < 8; k = k + 1) begin
				from[k] <= k < 6 ? 0 : 32'bx;
				to[k] <= k < 6 ? 0 : 32'bx;
			end
		end else case (state)
		IDLE: if (ap_start) begin
			from[0] <= 0;
			to[0] <= count;
			top <= 1;
			state <= TEST;
		end
		TEST: state <= $signed(top) > 0 ? POP : DONE;
		POP: begin
			low <= from[below];
			high <= to[below];
			top <= top - 1;
			state <= FETCH;
		end
		FETCH: state <= length < 2 ? TEST : SWAP;
		SWAP: state <= length == 2 ? TEST : PUSH0;
		PUSH0: begin
			push(low, high - third);
			top <= top + 1;
			state <= PUSH1;
		end
		PUSH1: begin
			push(low + third, high);
			top <= top + 1;
			state <= PUSH2;
		end
		PUSH2: begin
			push(low, high - third);
			top <= top + 1;
			state <= TEST;
		end
		DONE: state <= IDLE;
		default: state <= 4'bx;
		endcase
endmodule
