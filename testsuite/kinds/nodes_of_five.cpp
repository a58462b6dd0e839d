// SPDX-License-Identifier: MIT
// A tree whose nodes have five keys.
#include <cassert>
#include <cstdlib>
#include <memory>
#include <utility>

template <int Order = 5> class BTree
{
	struct Node {
		int n = 0;
		bool leaf = true;
		int key[Order];
		std::unique_ptr<Node> child[Order + 1];
	};
	std::unique_ptr<Node> root = std::make_unique<Node>();
	void split(Node *p, int i)
	{
		Node *y = p->child[i].get();
		auto z = std::make_unique<Node>();
		int mid = (Order - 1) / 2;
		z->leaf = y->leaf;
		z->n = y->n - mid - 1;
		for (int k = 0; k < z->n; k++)
			z->key[k] = y->key[mid + 1 + k];
		if (!y->leaf)
			for (int k = 0; k <= z->n; k++)
				z->child[k] = std::move(y->child[mid + 1 + k]);
		y->n = mid;
		for (int k = p->n; k > i; k--) {
			p->key[k] = p->key[k - 1];
			p->child[k + 1] = std::move(p->child[k]);
		}
		p->key[i] = y->key[mid];
		p->child[i + 1] = std::move(z);
		p->n++;
	}
	void insert_into(Node *x, int key)
	{
		while (!x->leaf) {
			int i = 0;
			while (i < x->n && key > x->key[i])
				i++;
			if (x->child[i]->n == Order) {
				split(x, i);
				if (key > x->key[i])
					i++;
			}
			x = x->child[i].get();
		}
		int i = x->n++;
		for (; i > 0 && x->key[i - 1] > key; i--)
			x->key[i] = x->key[i - 1];
		x->key[i] = key;
	}

      public:
	void insert(int key)
	{
		if (root->n == Order) {
			auto top = std::make_unique<Node>();
			top->leaf = false;
			top->child[0] = std::move(root);
			root = std::move(top);
			split(root.get(), 0);
		}
		insert_into(root.get(), key);
	}
	bool has(int key) const
	{
		for (const Node *x = root.get(); x;) {
			int i = 0;
			while (i < x->n && key > x->key[i])
				i++;
			if (i < x->n && x->key[i] == key)
				return true;
			x = x->leaf ? nullptr : x->child[i].get();
		}
		return false;
	}
};

template <class Tree> static void fill(Tree &tree, int n)
{
	for (int i = 0; i < n; i++)
		tree.insert(i * 11 % (n + 1));
}

template <class Tree> static int count_present(const Tree &tree, int n)
{
	int found = 0;
	for (int i = 0; i <= n; i++)
		found += tree.has(i);
	return found;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 12;
	BTree<> tree;
	fill(tree, n);
	assert(tree.has(0));
	assert(count_present(tree, n) > 0);
	assert(!tree.has(n + 5));
	return 0;
}
