// SPDX-License-Identifier: MIT
// fragments.c as hardware: 50 cells and 6 bits of address; cells 50 to 63 do not
// exist.
module fragments(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	input [31:0] width, input [31:0] height, output [31:0] ap_return);

	localparam IDLE = 0, FILL = 1, SUM = 2, DONE = 3;

	reg [1:0] state;
	reg [31:0] x, y, i, count, sum;
	reg [31:0] fragment [0:63];
	integer k;

	assign ap_done = state == DONE;
	assign ap_ready = ap_done;
	assign ap_idle = state == IDLE;
	assign ap_return = sum;

	always @(posedge ap_clk)
		if (ap_rst) begin
			state <= IDLE;
			for (k = 0; k < 64; k = k + 1)
				fragment[k] <= 32'bx;
		end else case (state)
		IDLE: if (ap_start) begin
			x <= 0;
			y <= 0;
			i <= 0;
			count <= 0;
			sum <= 0;
			state <= FILL;
		end
		FILL: if ($signed(y) >= $signed(height))
			state <= SUM;
		else if ($signed(x * height) < $signed((height - y) * width)) begin
			if (count[5:0] < 50)
				fragment[count[5:0]] <= x + y;
			count <= count + 1;
			x <= x + 1;
		end else begin
			x <= 0;
			y <= y + 1;
		end
		SUM: if ($signed(i) < $signed(count)) begin
			sum <= sum + fragment[i[5:0]];
			i <= i + 1;
		end else
			state <= DONE;
		default: state <= IDLE;
		endcase
endmodule
