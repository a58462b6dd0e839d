/* SPDX-License-Identifier: MIT
 * A list of settings. */
#ifndef RETREAD_TESTSUITE_CORPUS_SETTINGS_STORE_H
#define RETREAD_TESTSUITE_CORPUS_SETTINGS_STORE_H

struct setting {
	struct setting *next;
	int key, value;
};

struct store {
	struct setting *first;
};

void store_put(struct store *store, int key, int value);
void store_clear(struct store *store);

#endif
