/* SPDX-License-Identifier: MIT
 * CVE-2024-12133: SEQUENCE OF with argv[2] (12) elements, written, coded, decoded.
   argv[1]: a file of definitions. */
#include <libtasn1.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
	asn1_node defs = NULL, e = NULL, d = NULL;
	char err[ASN1_MAX_ERROR_DESCRIPTION_SIZE], name[32], v;
	int n = argc > 2 ? atoi(argv[2]) : 12, i, rc, count = -1, len = 16 + 3 * n + 16;
	char *der = malloc((size_t)len);
	if (asn1_parser2tree(argv[1], &defs, err) != ASN1_SUCCESS) { puts(err); return 1; }
	asn1_create_element(defs, "T.List", &e);
	for (i = 0; i < n; i++) {
		v = (char)(i & 63);
		rc = asn1_write_value(e, "", "NEW", 1);
		rc = asn1_write_value(e, "?LAST", &v, 1);
		if (rc != ASN1_SUCCESS) { printf("write %d\n", rc); return 1; }
	}
	rc = asn1_der_coding(e, "", der, &len, err);
	if (rc != ASN1_SUCCESS) { printf("code %d %s\n", rc, err); return 1; }
	asn1_create_element(defs, "T.List", &d);
	rc = asn1_der_decoding(&d, der, len, err);
	asn1_number_of_elements(d, "", &count);
	for (i = 1; i <= count; i++) {
		unsigned char back[8]; int bl = sizeof back;
		sprintf(name, "?%d", i);
		if (asn1_read_value(d, name, back, &bl) != ASN1_SUCCESS) return 1;
	}
	asn1_delete_structure(&e); asn1_delete_structure(&d); asn1_delete_structure(&defs);
	free(der);
	printf("%d %d\n", rc, count);
	return !(rc == ASN1_SUCCESS && count == n);
}
