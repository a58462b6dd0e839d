/* SPDX-License-Identifier: MIT
 * Options of a printer: which of them are asked for depends on the value that is
 * printed. */
#include <assert.h>
#include <stdlib.h>

enum option { SIGNED = 2, BASE = 5, PADDED = 7, GROUPED = 9, PREFIXED = 11 };

struct printer {
	unsigned char is_set[16];
	int printed;
};

int printer_wants(const struct printer *printer, enum option option)
{
	return printer->is_set[option];
}

void printer_print(struct printer *printer, int value)
{
	int width = 1;

	if (printer_wants(printer, PADDED))
		width = 8;
	if (value == 0)
		return;
	if (printer_wants(printer, SIGNED) && value > 0)
		width++;
	if (printer_wants(printer, PREFIXED))
		width += 2;
	if (value < 1000)
		return;
	if (printer_wants(printer, BASE))
		width -= 3;
	if (printer_wants(printer, GROUPED))
		width += 1;
	printer->printed += width;
}

void printer_print_all(struct printer *printer, const int *value, int count)
{
	for (int i = 0; i < count; i++)
		printer_print(printer, value[i]);
}

int main(void)
{
	static const int value[] = {5000, 12, 0, 7000, 0, 6500, 40, 9000};
	struct printer *printer = calloc(1, sizeof *printer);

	printer->is_set[PADDED] = printer->is_set[GROUPED] = 1;
	printer_print_all(printer, value, 8);
	assert(printer->printed == 4 * 9);
	free(printer);
	return 0;
}
