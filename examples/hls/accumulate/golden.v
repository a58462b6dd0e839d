// SPDX-License-Identifier: MIT
// accumulate.cpp as hardware: sum and elements have 8 bits, the counter 9, and
// data_fpga 400 words. The exit test stays in both copies of the unrolled loop.
module accumulate(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	output [31:0] data_address0, output data_ce0, input [31:0] data_q0,
	input [31:0] size, output [31:0] ap_return);

	localparam IDLE = 0, LOAD = 1, LOADED = 2, SUM = 3, SUMMED = 4, ADD = 5,
		DONE = 6;

	reg [2:0] state;
	reg [8:0] i;
	reg [7:0] sum, element;
	reg [7:0] data_fpga [0:399];
	integer k;

	// i is unsigned, and size is a signed int.
	wire more = $signed({23'b0, i}) < $signed(size);

	assign data_address0 = {23'b0, i};
	assign data_ce0 = state == LOAD || state == SUM;
	assign ap_done = state == DONE;
	assign ap_ready = ap_done;
	assign ap_idle = state == IDLE;
	assign ap_return = {24'b0, sum};

	always @(posedge ap_clk)
		if (ap_rst) begin
			state <= IDLE;
			for (k = 0; k < 400; k = k + 1)
				data_fpga[k] <= 8'bx;
		end else case (state)
		IDLE: if (ap_start) begin
			i <= 0;
			sum <= 0;
			state <= LOAD;
		end
		LOAD: if (more)
			state <= LOADED;
		else begin
			i <= 0;
			state <= SUM;
		end
		LOADED: begin
			if (i < 400)
				data_fpga[i] <= data_q0[7:0];
			i <= i + 1;
			state <= LOAD;
		end
		SUM: state <= more ? SUMMED : DONE;
		SUMMED: begin
			if (i < 400)
				data_fpga[i] <= data_q0[7:0];
			state <= ADD;
		end
		ADD: begin
			sum <= sum + (i < 400 ? data_fpga[i] : 8'bx);
			i <= i + 1;
			state <= SUM;
		end
		default: state <= IDLE;
		endcase
endmodule
