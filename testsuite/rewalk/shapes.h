/* SPDX-License-Identifier: MIT
 * Shapes that rule `rewalk` must find or must not find: each is a function that
 * does one thing with N elements. expected.txt has its verdict. */
#ifndef RETREAD_TESTSUITE_REWALK_SHAPES_H
#define RETREAD_TESTSUITE_REWALK_SHAPES_H

#define SHAPE __attribute__((noinline))

struct node {
	struct node *next;
	int value;
};

extern int sink;

struct node *make_node(int value, struct node *next);
struct node *make_list(int n);
int *make_array(int n);
void free_list(struct node *list);
int is_wanted(const int *element, int wanted);

/* Every function is a shape. */
#define SHAPES(X)                                                              \
	X(append_by_walking)                                                   \
	X(search_then_append)                                                  \
	X(shrinking_prefix)                                                    \
	X(suffix_scan)                                                         \
	X(triangular_loop)                                                     \
	X(backward_scan)                                                       \
	X(removal_while_walking)                                               \
	X(early_exit_search)                                                   \
	X(two_call_sites)                                                      \
	X(write_between)                                                       \
	X(tail_written)                                                        \
	X(same_cell)                                                           \
	X(tree_lookups)                                                        \
	X(paths_to_root)                                                       \
	X(paths_of_leaves)                                                     \
	X(binary_search)                                                       \
	X(constant_table)                                                      \
	X(realloc_array)                                                       \
	X(doubling_array)                                                      \
	X(two_loads_at_one_column)                                             \
	X(unrolled_search)                                                     \
	X(read_into_buffer)                                                    \
	X(mapping_reuse)                                                       \
	X(suffix_strlen)                                                       \
	X(growing_strcat)                                                      \
	X(search_by_name)                                                      \
	X(one_pass_strlen)                                                     \
	X(refilled_buffer)                                                     \
	X(jump_out_of_scan)                                                    \
	X(handler_scans)                                                       \
	X(threads_scan)                                                        \
	X(small_list)                                                          \
	X(index_linked)                                                        \
	X(intrusive_list)                                                      \
	X(lru_list)                                                            \
	X(free_nodes)                                                          \
	X(rewritten_array)                                                     \
	X(short_walks)                                                         \
	X(callers_array)                                                       \
	X(hash_lookups)                                                        \
	X(character_classes)                                                   \
	X(many_getters)                                                        \
	X(matrix_times_vector)                                                 \
	X(matrix_of_int) X(matrix_of_short) X(matrix_of_char)
#define DECLARE(shape) void shape(int n);
SHAPES(DECLARE)
#undef DECLARE

#endif
