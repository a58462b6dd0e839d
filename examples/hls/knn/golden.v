// SPDX-License-Identifier: MIT
// knn.cpp as hardware: eight squared distances of 16 bits, compared in one clock.
module knn(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	input [31:0] x, input [31:0] y, output reg [31:0] ap_return);

	reg is_done;
	reg [15:0] best, distance;
	reg signed [31:0] dx, dy;
	reg [6:0] px [0:7], py [0:7];
	integer i;

	assign ap_done = is_done;
	assign ap_ready = ap_done;
	assign ap_idle = !is_done;

	initial begin
		px[0] = 0;  py[0] = 0;
		px[1] = 10; py[1] = 0;
		px[2] = 0;  py[2] = 10;
		px[3] = 10; py[3] = 10;
		px[4] = 50; py[4] = 50;
		px[5] = 90; py[5] = 0;
		px[6] = 0;  py[6] = 90;
		px[7] = 90; py[7] = 90;
	end

	always @(posedge ap_clk)
		if (ap_rst || is_done)
			is_done <= 0;
		else if (ap_start) begin
			ap_return = 32'hffffffff;
			best = 0;
			for (i = 0; i < 8; i = i + 1) begin
				dx = x - px[i];
				dy = y - py[i];
				distance = dx * dx + dy * dy;
				if (i == 0 || distance < best) begin
					best = distance;
					ap_return = i;
				end
			end
			is_done <= 1;
		end
endmodule
