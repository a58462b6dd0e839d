// SPDX-License-Identifier: MIT
// Sorting and filtering of tables, searching and zooming of graphs, copying. Pages are
// complete without it.
"use strict";

(function () {
	function text(cell) {
		return cell ? cell.textContent.trim() : "";
	}

	function number(string) {
		const digits = string.replace(/[,%\s]/g, "").replace(/^n/, "");
		return digits !== "" && isFinite(digits) ? Number(digits) : NaN;
	}

	// An element with what it has and contains.
	function element(name, attributes, ...children) {
		const made = document.createElement(name);
		for (const [key, value] of Object.entries(attributes))
			made.setAttribute(key, value);
		made.append(...children);
		return made;
	}

	function button(name, act) {
		const made = element("button", { type: "button" }, name);
		made.addEventListener("click", act);
		return made;
	}

	const rank = { high: 4, medium: 3, low: 2, info: 1 };

	function compare(a, b) {
		const left = rank[a] || number(a), right = rank[b] || number(b);
		if (!isNaN(left) && !isNaN(right))
			return left - right;
		return a.localeCompare(b);
	}

	function sort(table, column, heading) {
		const ascending =
			heading.getAttribute("aria-sort") === "descending";
		for (const other of table.tHead.rows[0].cells)
			other.removeAttribute("aria-sort");
		heading.setAttribute(
			"aria-sort", ascending ? "ascending" : "descending");
		const body = table.tBodies[0];
		const rows = Array.from(body.rows);
		rows.sort(function (a, b) {
			const order = compare(
				text(a.cells[column]), text(b.cells[column]));
			return ascending ? order : -order;
		});
		body.append(...rows);
	}

	function addSorting(table) {
		Array.from(table.tHead.rows[0].cells)
			.forEach(function (heading, column) {
				const term = heading.querySelector("a");
				const name = heading.textContent;
				heading.replaceChildren(button(name, function () {
					sort(table, column, heading);
				}));
				if (!term)
					return;
				term.textContent = "?";
				term.setAttribute("aria-label",
					name + ": in the glossary");
				heading.append(" ", term);
			});
	}

	function field(name, control) {
		return element("label", {}, name, control);
	}

	// What is above a table or picture to search it: words, and what is said of it.
	function search(name) {
		return {
			form: element("div", { class: "filter", role: "search",
				"aria-label": name }),
			words: element("input", { type: "search",
				autocomplete: "off" }),
			count: element("p", { class: "note", role: "status" }),
		};
	}

	const names = {
		status: "Status", severity: "Severity",
		directory: "Directory", structure: "Structure", test: "Test",
		spectrum: "Spectrum", state: "Boundary", class: "Class",
	};

	// A choice for each thing that rows differ in, ordered by weight or name.
	function choices(rows) {
		const all = [];
		for (const name of Object.keys(names)) {
			const values = new Set(rows.map(r => r.dataset[name] || ""));
			if (values.size < 2)
				continue;
			const choice = document.createElement("select");
			choice.add(new Option("any", ""));
			Array.from(values).filter(v => v !== "")
				.sort((a, b) => (rank[b] || 0) - (rank[a] || 0) ||
					a.localeCompare(b))
				.forEach(v => choice.add(new Option(v, v)));
			all.push({ name, choice });
		}
		return all;
	}

	function addFilter(table) {
		const rows = Array.from(table.tBodies[0].rows);
		if (rows.length < 2)
			return;
		const { form, words, count } =
			search("Filter: " + text(table.caption));
		const all = choices(rows);
		const fields = [{ name: "contains", choice: words }].concat(all);
		// The address says what is chosen, where it does not name a page.
		function address() {
			const chosen = new URLSearchParams();
			for (const { name, choice } of fields)
				if (choice.value !== "")
					chosen.set(name, choice.value);
			if (!document.querySelector(".page"))
				history.replaceState(null, "", "#" + table.id +
					"?" + chosen);
		}
		function choose() {
			const [id, chosen] = location.hash.slice(1).split("?");
			if (id !== table.id || chosen === undefined)
				return;
			const wanted = new URLSearchParams(chosen);
			for (const { name, choice } of fields)
				choice.value = wanted.get(name) || "";
			if (table.closest("details"))
				table.closest("details").open = true;
		}
		function apply() {
			const wanted = words.value.toLowerCase();
			let shown = 0;
			for (const row of rows) {
				const matches = text(row).toLowerCase()
					.includes(wanted) &&
					all.every(({ name, choice }) =>
						choice.value === "" ||
						row.dataset[name] ===
							choice.value);
				row.hidden = !matches;
				shown += matches;
			}
			count.textContent = shown + " of " + rows.length +
				" shown";
		}
		form.append(field("Contains", words));
		for (const { name, choice } of all)
			form.append(field(names[name], choice));
		for (const { choice } of fields)
			choice.addEventListener("input", function () {
				apply();
				address();
			});
		form.append(count);
		table.closest(".scroll").before(form);
		choose();
		if (fields.some(({ choice }) => choice.value !== ""))
			apply();
	}

	// Frames of a flame graph whose function contains the words get an outline.
	function addSearch(figure) {
		const frames = Array.from(figure.querySelectorAll(".frame"));
		const { form, words, count } = search("Search the flame graph");
		words.addEventListener("input", function () {
			const wanted = words.value.toLowerCase();
			let found = 0;
			for (const frame of frames) {
				const title = frame.querySelector("title");
				const matches = wanted !== "" &&
					title.textContent.toLowerCase()
						.includes(wanted);
				frame.classList.toggle("found", matches);
				found += matches;
			}
			count.textContent = wanted === "" ? "" :
				found + " of " + frames.length + " frames";
		});
		form.append(field("Search functions", words), count);
		figure.before(form);
	}

	// A picture in a box: its view box moves and shrinks over what is drawn.
	function addZoom(box) {
		const svg = box.querySelector("svg");
		const drawn = svg.viewBox.baseVal;
		const size = svg.getBoundingClientRect();
		// It is as wide as the box, so that there is room for what grows.
		svg.style.height = size.height + "px";
		box.classList.add("zoom");
		const all = [drawn.x, drawn.y, drawn.width / size.width *
			svg.getBoundingClientRect().width, drawn.height];
		let seen = all.slice();
		function show(x, y, width, height) {
			seen = [x, y, width, height];
			svg.setAttribute("viewBox", seen.join(" "));
		}
		function zoom(factor, x = 0.5, y = 0.5) {
			const most = all[2], least = all[2] / 40;
			const width = Math.min(most, Math.max(least,
				seen[2] / factor));
			const height = width * all[3] / all[2];
			move(seen[0] + (seen[2] - width) * x,
				seen[1] + (seen[3] - height) * y, width, height);
		}
		// What is drawn stays in sight.
		function move(x, y, width = seen[2], height = seen[3]) {
			const within = (at, from, length, part) =>
				Math.min(from + length - part, Math.max(from, at));
			show(within(x, all[0], all[2], width),
				within(y, all[1], all[3], height), width, height);
		}
		// Units of the drawing for each pixel.
		function unit() {
			return seen[2] / svg.getBoundingClientRect().width;
		}
		function fit() {
			show(...all);
		}
		const keys = {
			"+": () => zoom(1.5), "=": () => zoom(1.5),
			"-": () => zoom(1 / 1.5), "0": fit,
			ArrowLeft: () => move(seen[0] - seen[2] / 10, seen[1]),
			ArrowRight: () => move(seen[0] + seen[2] / 10, seen[1]),
			ArrowUp: () => move(seen[0], seen[1] - seen[3] / 10),
			ArrowDown: () => move(seen[0], seen[1] + seen[3] / 10),
		};
		box.addEventListener("keydown", function (event) {
			const act = keys[event.key];
			const isWhole = seen[2] === all[2];
			if (!act || event.ctrlKey || event.metaKey || event.altKey ||
				(isWhole && event.key.startsWith("Arrow")))
				return;
			event.preventDefault();
			act();
		});
		// A page that is scrolled must not stop at a graph: the wheel is for who
		// holds Ctrl, or is in the graph.
		box.addEventListener("wheel", function (event) {
			if (!event.ctrlKey && document.activeElement !== box)
				return;
			const place = svg.getBoundingClientRect();
			event.preventDefault();
			zoom(event.deltaY < 0 ? 1.25 : 0.8,
				(event.clientX - place.x) / place.width,
				(event.clientY - place.y) / place.height);
		}, { passive: false });
		let from = null;
		box.addEventListener("pointerdown", function (event) {
			if (event.button === 0 && seen[2] < all[2])
				from = [event.clientX, event.clientY,
					seen[0], seen[1]];
		});
		addEventListener("pointermove", function (event) {
			if (!from)
				return;
			event.preventDefault();
			box.classList.add("moving");
			move(from[2] - (event.clientX - from[0]) * unit(),
				from[3] - (event.clientY - from[1]) * unit());
		});
		addEventListener("pointerup", function () {
			from = null;
		});
		// What ends a move is not a click on a link.
		box.addEventListener("click", function (event) {
			if (box.classList.contains("moving"))
				event.preventDefault();
			box.classList.remove("moving");
		}, true);
		box.before(element("div", { class: "tools", role: "group",
			"aria-label": "Zoom" },
			button("Zoom in", () => zoom(1.5)),
			button("Zoom out", () => zoom(1 / 1.5)),
			button("Fit", fit),
			element("p", { class: "note" }, "Drag to move; in the " +
				"picture, the wheel, +, -, 0 and arrows zoom and move.")));
		fit();
	}

	// A button beside what people type: for each line, or for all of it.
	function addCopy(pre) {
		const code = pre.querySelector("code");
		const said = element("span", { class: "note", role: "status" });
		pre.before(element("div", { class: "tools copy" },
			button("Copy", function () {
				const range = document.createRange();
				range.selectNodeContents(code);
				getSelection().removeAllRanges();
				getSelection().addRange(range);
				const done = document.execCommand("copy");
				said.textContent = done ? "Copied" : "Press Ctrl+C";
			}), said));
	}

	// On paper everything is open.
	const opened = [];
	addEventListener("beforeprint", function () {
		for (const details of document.querySelectorAll(
				"details:not([open])")) {
			details.open = true;
			opened.push(details);
		}
	});
	addEventListener("afterprint", function () {
		for (const details of opened.splice(0))
			details.open = false;
	});

	// "/" goes to the search, as on forges.
	addEventListener("keydown", function (event) {
		const search = document.querySelector("input[type=search]");
		if (event.key !== "/" || !search ||
			/INPUT|SELECT|TEXTAREA/.test(event.target.tagName))
			return;
		event.preventDefault();
		search.focus();
	});

	for (const table of document.querySelectorAll("table[data-filter]")) {
		addSorting(table);
		addFilter(table);
	}
	document.querySelectorAll("[data-search]").forEach(addSearch);
	// A page of one file may be hidden until it is gone to.
	const boxes = new IntersectionObserver(function (changes) {
		for (const { target, isIntersecting } of changes)
			if (isIntersecting && !target.classList.contains("zoom"))
				addZoom(target);
	});
	for (const box of document.querySelectorAll("[data-zoom]"))
		if (box.checkVisibility())
			addZoom(box);
		else
			boxes.observe(box);
	document.querySelectorAll("pre[data-copy]").forEach(addCopy);
})();
