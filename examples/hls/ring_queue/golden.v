// SPDX-License-Identifier: MIT
// ring_queue.cpp as hardware: 4 bits of head and tail, as the kernel has them.
module ring_queue(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	input [31:0] nodes, output [31:0] ap_return);

	reg is_running, is_done;
	reg [31:0] ring [0:15];
	reg [31:0] seen, waiting;
	reg [3:0] head, tail;

	wire [31:0] left = 2 * ring[head];
	wire pushes = $signed(waiting - 1) < 14 && $signed(left) <= $signed(nodes);

	assign ap_done = is_done;
	assign ap_ready = ap_done;
	assign ap_idle = !is_running;
	assign ap_return = seen;

	always @(posedge ap_clk)
		if (ap_rst) begin
			is_running <= 0;
			is_done <= 0;
		end else if (is_done)
			is_done <= 0;
		else if (!is_running) begin
			if (ap_start) begin
				ring[0] <= 1;
				head <= 0;
				tail <= 1;
				seen <= 0;
				waiting <= 1;
				is_running <= 1;
			end
		end else if (waiting > 0 && $signed(seen) < $signed(nodes)) begin
			head <= head + 1;
			seen <= seen + 1;
			waiting <= waiting - 1 + pushes;
			if (pushes) begin
				ring[tail] <= left;
				tail <= tail + 1;
			end
		end else begin
			is_running <= 0;
			is_done <= 1;
		end
endmodule
