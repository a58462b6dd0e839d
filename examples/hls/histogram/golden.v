// SPDX-License-Identifier: MIT
// histogram.c as hardware that believes its pragma: a count is read, and written one
// clock later, while the next one is read. Predicted, not seen of a synthesis.
module histogram(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	output [31:0] data_address0, output data_ce0, input [31:0] data_q0,
	output [31:0] result_address0, output result_ce0, output result_we0,
	output [31:0] result_d0, input [31:0] count);

	localparam IDLE = 0, COUNT = 1, DRAIN = 2, STORE = 3, DONE = 4;

	reg [2:0] state;
	reg [31:0] i;
	reg is_issued, is_read;
	reg [3:0] cell_;
	reg [31:0] was;
	reg [31:0] table_ [0:15];
	integer k;

	wire issues = state == COUNT && $signed(i) < $signed(count);

	assign data_address0 = i;
	assign data_ce0 = issues;
	assign result_address0 = i;
	assign result_ce0 = state == STORE;
	assign result_we0 = state == STORE;
	assign result_d0 = table_[i[3:0]];
	assign ap_done = state == DONE;
	assign ap_ready = ap_done;
	assign ap_idle = state == IDLE;

	always @(posedge ap_clk)
		if (ap_rst)
			state <= IDLE;
		else begin
			is_issued <= issues;
			is_read <= is_issued;
			if (is_issued) begin
				cell_ <= data_q0[3:0];
				was <= table_[data_q0[3:0]];
			end
			if (is_read)
				table_[cell_] <= was + 1;
			case (state)
			IDLE: if (ap_start) begin
				for (k = 0; k < 16; k = k + 1)
					table_[k] <= 0;
				i <= 0;
				is_issued <= 0;
				is_read <= 0;
				state <= COUNT;
			end
			COUNT: if (issues)
				i <= i + 1;
			else
				state <= DRAIN;
			DRAIN: if (!is_issued && !is_read) begin
				i <= 0;
				state <= STORE;
			end
			STORE: if (i == 15)
				state <= DONE;
			else
				i <= i + 1;
			default: state <= IDLE;
			endcase
		end
endmodule
