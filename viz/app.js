// SPDX-License-Identifier: MIT
// Sorting and filtering of tables. Pages are complete without it.
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
		const severity = document.createElement("select");
		const present = new Set(rows.map(r => r.dataset.severity));
		for (const name of ["any", "high", "medium", "low", "info"])
			if (name === "any" || present.has(name))
				severity.add(new Option(name, name));
		const count = document.createElement("p");
		count.className = "note";
		count.setAttribute("role", "status");
		function apply() {
			const wanted = words.value.toLowerCase();
			let shown = 0;
			for (const row of rows) {
				const matches = text(row).toLowerCase()
					.includes(wanted) &&
					(severity.value === "any" ||
					row.dataset.severity ===
						severity.value);
				row.hidden = !matches;
				shown += matches;
			}
			count.textContent = shown + " of " + rows.length +
				" shown";
		}
		words.addEventListener("input", apply);
		severity.addEventListener("change", apply);
		form.append(field("Show only what contains", words));
		if (present.size > 1)
			form.append(field("Severity", severity));
		form.append(count);
		table.closest(".scroll").before(form);
	}

	for (const table of document.querySelectorAll("table[data-filter]")) {
		addSorting(table);
		addFilter(table);
	}
})();
