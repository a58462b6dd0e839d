// SPDX-License-Identifier: MIT
// pipe.cpp as hardware: two streams of two elements, as streams have without a
// pragma. Producer and consumer stop at full and empty ones.
module pipe(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	output [31:0] data_address0, output data_ce0, input [31:0] data_q0,
	input [31:0] count, output [31:0] ap_return);

	reg is_running, is_done, has_data, is_second;
	reg [31:0] written, read, sum, first;
	reg has_first;
	reg [31:0] plain [0:1], square [0:1];
	reg [1:0] plain_count, square_count;

	wire produces = is_running && $signed(written) < $signed(count);
	wire writes = produces && has_data &&
		(is_second ? square_count < 2 : plain_count < 2);
	wire takes_first = is_running && !has_first &&
		$signed(read) < $signed(count) && plain_count > 0;
	wire takes_square = is_running && has_first && square_count > 0;

	assign data_address0 = written;
	assign data_ce0 = 1;
	assign ap_done = is_done;
	assign ap_ready = ap_done;
	assign ap_idle = !is_running;
	assign ap_return = sum;

	always @(posedge ap_clk)
		if (ap_rst) begin
			is_running <= 0;
			is_done <= 0;
		end else if (is_done)
			is_done <= 0;
		else if (!is_running) begin
			if (ap_start) begin
				written <= 0;
				read <= 0;
				sum <= 0;
				plain_count <= 0;
				square_count <= 0;
				has_data <= 0;
				has_first <= 0;
				is_second <= 0;
				is_running <= 1;
			end
		end else begin
			// The memory answers one clock after the address.
			has_data <= produces && !writes;
			if (writes) begin
				if (written + 1 == count && !is_second) begin
					written <= 0;
					is_second <= 1;
				end else
					written <= written + 1;
			end
			if (takes_first) begin
				first <= plain[0];
				plain[0] <= plain[1];
				has_first <= 1;
			end
			if (takes_square) begin
				sum <= sum + first + square[0];
				square[0] <= square[1];
				has_first <= 0;
				read <= read + 1;
			end
			if (writes && !is_second)
				plain[plain_count - takes_first] <= data_q0;
			if (writes && is_second)
				square[square_count - takes_square] <=
					data_q0 * data_q0;
			plain_count <= plain_count + (writes && !is_second) -
				takes_first;
			square_count <= square_count + (writes && is_second) -
				takes_square;
			if ($signed(read) >= $signed(count)) begin
				is_running <= 0;
				is_done <= 1;
			end
		end
endmodule
