/* SPDX-License-Identifier: MIT
 * A hosts file, argv[1], that names hosts of one address; looks argv[2] up. */
#include <ares.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
int main(int argc, char **argv)
{
	ares_channel ch;
	struct ares_options o;
	struct hostent *h = NULL;
	memset(&o, 0, sizeof o);
	o.hosts_path = argv[1];
	ares_library_init(ARES_LIB_INIT_ALL);
	int rc = ares_init_options(&ch, &o, ARES_OPT_HOSTS_FILE);
	if (rc == ARES_SUCCESS)
		rc = ares_gethostbyname_file(ch, argc > 2 ? argv[2] : "h3.example", AF_INET, &h);
	printf("%s\n", ares_strerror(rc));
	if (h) ares_free_hostent(h);
	ares_destroy(ch);
	ares_library_cleanup();
	return rc != ARES_SUCCESS;
}
