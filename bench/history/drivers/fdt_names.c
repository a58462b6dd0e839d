/* SPDX-License-Identifier: MIT
 * A tree written sequentially, argv[1] (12) properties of different names. */
#include <libfdt.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12, i, rc;
	size_t size = 1024 + 64 * (size_t)n;
	void *fdt = malloc(size);
	char name[24];
#ifdef FDT_CREATE_FLAG_NO_NAME_DEDUP
	rc = fdt_create_with_flags(fdt, (int)size, FDT_CREATE_FLAG_NO_NAME_DEDUP);
#else
	rc = fdt_create(fdt, (int)size);
#endif
	rc |= fdt_finish_reservemap(fdt);
	rc |= fdt_begin_node(fdt, "");
	for (i = 0; i < n; i++) {
		sprintf(name, "prop-%d", i);
		rc |= fdt_property_u32(fdt, name, (unsigned)i);
	}
	rc |= fdt_end_node(fdt);
	rc |= fdt_finish(fdt);
	printf("%d\n", rc);
	free(fdt);
	return rc;
}
