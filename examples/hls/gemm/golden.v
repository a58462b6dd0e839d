// SPDX-License-Identifier: MIT
// gemm.c as hardware: a column has 3 bits of address in its row, so column 8 is
// column 0.
module gemm(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	output [31:0] a_address0, output a_ce0, input [31:0] a_q0,
	input [31:0] rows, input [31:0] columns, output [31:0] ap_return);

	localparam IDLE = 0, LOAD = 1, LOADED = 2, SUM = 3, DONE = 4;

	reg [2:0] state;
	reg [31:0] row, column, sum;
	reg [31:0] tile [0:63];
	integer k;

	wire [5:0] at = {row[2:0], column[2:0]};
	wire is_row = $signed(row) < $signed(rows);
	wire is_column = $signed(column) < $signed(columns);

	assign a_address0 = row * columns + column;
	assign a_ce0 = state == LOAD;
	assign ap_done = state == DONE;
	assign ap_ready = ap_done;
	assign ap_idle = state == IDLE;
	assign ap_return = sum;

	always @(posedge ap_clk)
		if (ap_rst)
			state <= IDLE;
		else case (state)
		IDLE: if (ap_start) begin
			for (k = 0; k < 64; k = k + 1)
				tile[k] <= 0;
			row <= 0;
			column <= 0;
			sum <= 0;
			state <= LOAD;
		end
		LOAD: if (!is_row) begin
			row <= 0;
			column <= 0;
			state <= SUM;
		end else if (!is_column) begin
			row <= row + 1;
			column <= 0;
		end else
			state <= LOADED;
		LOADED: begin
			tile[at] <= a_q0;
			column <= column + 1;
			state <= LOAD;
		end
		SUM: if (!is_row)
			state <= DONE;
		else if (!is_column) begin
			row <= row + 1;
			column <= 0;
		end else begin
			sum <= sum + tile[at] * (column + 1);
			column <= column + 1;
		end
		default: state <= IDLE;
		endcase
endmodule
