/* SPDX-License-Identifier: MIT
 * The ports that a kernel's declaration gives hardware. */
#ifndef RETREAD_LIB_KERNEL_INTERFACE_H
#define RETREAD_LIB_KERNEL_INTERFACE_H

#include <stdbool.h>
#include <stddef.h>

struct error;

/* A parameter, which hardware has as ports of this name. */
struct kernel_port {
	char *name;
	char *type;	/* as C++ spells it */
	unsigned bytes; /* of it, or of an element */
	bool is_array, is_const;
};

struct kernel_interface {
	char *function;		 /* NULL: nothing was read */
	char *type;		 /* that it returns */
	unsigned returned_bytes; /* 0: void */
	struct kernel_port *port;
	size_t count;
};

/* Reads the only function that TEXT, C++ that a compiler with COUNT arguments takes,
 * declares outside of what it includes: integers, and pointers to and arrays of them,
 * are ports. Returns 0, or -1 with ERR filled and nothing read. */
int interface_read(struct kernel_interface *interface, const char *text,
	char *const *argument, size_t count, struct error *err);
void interface_release(struct kernel_interface *interface);

#endif
