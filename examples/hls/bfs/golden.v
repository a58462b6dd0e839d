// SPDX-License-Identifier: MIT
// bfs.c as hardware: the queue has 20 cells and 5 bits of address; cells 20 to 31 do
// not exist. Conditions are added as numbers, so that an unknown cell makes the
// count unknown and does not just end an if.
module bfs(
	input ap_clk, input ap_rst, input ap_start, output ap_done,
	output ap_idle, output ap_ready,
	input [31:0] width, input [31:0] height, output [31:0] ap_return);

	localparam IDLE = 0, CLEAR = 1, FETCH = 2, RIGHT = 3, DOWN = 4, DONE = 5;

	reg [2:0] state;
	reg [31:0] head, tail, i, cell_;
	reg [31:0] queue [0:31];
	reg seen [0:1023];
	integer k;

	wire [31:0] below = cell_ + width, beside = cell_ + 1;
	wire is_right = $signed($signed(cell_) % $signed(width) + 1) <
		$signed(width) && !seen[beside[9:0]];
	wire is_down = $signed($signed(cell_) / $signed(width) + 1) <
		$signed(height) && !seen[below[9:0]];

	assign ap_done = state == DONE;
	assign ap_ready = ap_done;
	assign ap_idle = state == IDLE;
	assign ap_return = tail;

	always @(posedge ap_clk)
		if (ap_rst) begin
			state <= IDLE;
			for (k = 0; k < 20; k = k + 1)
				queue[k] <= 0;
			for (k = 20; k < 32; k = k + 1)
				queue[k] <= 32'bx;
			for (k = 0; k < 1024; k = k + 1)
				seen[k] <= 1'bx;
		end else case (state)
		IDLE: if (ap_start) begin
			i <= 0;
			state <= CLEAR;
		end
		CLEAR: if ($signed(i) < $signed(width * height)) begin
			seen[i[9:0]] <= 0;
			i <= i + 1;
		end else begin
			queue[0] <= 0;
			seen[0] <= 1;
			head <= 0;
			tail <= 1;
			state <= FETCH;
		end
		FETCH: begin
			cell_ <= queue[head[4:0]];
			head <= head + 1;
			state <= $signed(head) < $signed(tail) ? RIGHT : DONE;
		end
		RIGHT: begin
			if (is_right) begin
				seen[beside[9:0]] <= 1;
				if (tail[4:0] < 20)
					queue[tail[4:0]] <= beside;
			end
			tail <= tail + is_right;
			state <= DOWN;
		end
		DOWN: begin
			if (is_down) begin
				seen[below[9:0]] <= 1;
				if (tail[4:0] < 20)
					queue[tail[4:0]] <= below;
			end
			tail <= tail + is_down;
			state <= FETCH;
		end
		DONE: state <= IDLE;
		default: state <= 3'bx;
		endcase
endmodule
