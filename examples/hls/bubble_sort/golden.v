// SPDX-License-Identifier: MIT
// bubble_sort.cpp as hardware: keys are 4 bits in registers. An index has the 5 bits
// that 32 keys need.
module bubble_sort(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	output [31:0] data_address0, output data_ce0, output data_we0,
	output [31:0] data_d0, input [31:0] data_q0, input [31:0] count);

	localparam IDLE = 0, LOAD = 1, LOADED = 2, SORT = 3, STORE = 4, DONE = 5;

	reg [2:0] state;
	reg [31:0] i, j;
	reg [3:0] keys [0:31];
	integer k;

	wire [4:0] left = j[4:0], right = j[4:0] + 5'd1;

	assign data_address0 = i;
	assign data_ce0 = state == LOAD || state == STORE;
	assign data_we0 = state == STORE && $signed(i) < $signed(count);
	assign data_d0 = {28'b0, keys[i[4:0]]};
	assign ap_done = state == DONE;
	assign ap_ready = ap_done;
	assign ap_idle = state == IDLE;

	always @(posedge ap_clk)
		if (ap_rst) begin
			state <= IDLE;
			for (k = 0; k < 32; k = k + 1)
				keys[k] <= 0;
		end else case (state)
		IDLE: if (ap_start) begin
			i <= 0;
			state <= LOAD;
		end
		LOAD: if ($signed(i) < $signed(count))
			state <= LOADED;
		else begin
			i <= 0;
			j <= 0;
			state <= SORT;
		end
		LOADED: begin
			keys[i[4:0]] <= data_q0[3:0];
			i <= i + 1;
			state <= LOAD;
		end
		SORT: if ($signed(i + 1) >= $signed(count)) begin
			i <= 0;
			state <= STORE;
		end else if ($signed(j + 1) < $signed(count - i)) begin
			if (keys[left] > keys[right]) begin
				keys[left] <= keys[right];
				keys[right] <= keys[left];
			end
			j <= j + 1;
		end else begin
			i <= i + 1;
			j <= 0;
		end
		STORE: if ($signed(i) < $signed(count))
			i <= i + 1;
		else
			state <= DONE;
		default: state <= IDLE;
		endcase
endmodule
