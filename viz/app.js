// SPDX-License-Identifier: MIT
// Sorting and filtering of tables, searching flame graphs. Pages are complete without it.
"use strict";

(function () {
	function text(cell) {
		return cell ? cell.textContent.trim() : "";
	}

	function number(string) {
		const digits = string.replace(/[,%\s]/g, "").replace(/^n/, "");
		return digits !== "" && isFinite(digits) ? Number(digits) : NaN;
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
				const button = document.createElement("button");
				button.type = "button";
				button.textContent = heading.textContent;
				button.addEventListener("click", function () {
					sort(table, column, heading);
				});
				heading.replaceChildren(button);
			});
	}

	function field(name, control) {
		const label = document.createElement("label");
		label.append(name, control);
		return label;
	}

	const names = {
		status: "Status", severity: "Severity",
		directory: "Directory", structure: "Structure", test: "Test",
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
		const form = document.createElement("div");
		form.className = "filter";
		form.setAttribute("role", "search");
		form.setAttribute("aria-label",
			"Filter: " + text(table.caption));
		const words = document.createElement("input");
		words.type = "search";
		words.autocomplete = "off";
		const all = choices(rows);
		const count = document.createElement("p");
		count.className = "note";
		count.setAttribute("role", "status");
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
		words.addEventListener("input", apply);
		form.append(field("Contains", words));
		for (const { name, choice } of all) {
			choice.addEventListener("change", apply);
			form.append(field(names[name], choice));
		}
		form.append(count);
		table.closest(".scroll").before(form);
	}

	// Frames of a flame graph whose function contains the words get an outline.
	function addSearch(figure) {
		const frames = Array.from(figure.querySelectorAll(".frame"));
		const form = document.createElement("div");
		form.className = "filter";
		form.setAttribute("role", "search");
		form.setAttribute("aria-label", "Search the flame graph");
		const words = document.createElement("input");
		words.type = "search";
		words.autocomplete = "off";
		const count = document.createElement("p");
		count.className = "note";
		count.setAttribute("role", "status");
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

	for (const table of document.querySelectorAll("table[data-filter]")) {
		addSorting(table);
		addFilter(table);
	}
	document.querySelectorAll("[data-search]").forEach(addSearch);
})();
