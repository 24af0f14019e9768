// The parts of libstdc++'s containers that are compiled into the library: red-black trees (map,
// set), lists, the size policy of hash tables. Written anew, with every access seen by the search.
#include "intercept/define.h"

#include <bits/hashtable_policy.h>
#include <bits/stl_list.h>
#include <bits/stl_tree.h>

using namespace xblock;

namespace {

using TreeNode = std::_Rb_tree_node_base;
using ListNode = std::__detail::_List_node_base;

/// Accesses on behalf of one call from the program, which stands at `where`.
struct Caller {
  const xblock_site *where;

  template <typename T> T get(T &field) {
    noteRead(&field, sizeof field, where);
    return field;
  }
  template <typename T, typename V> void set(T &field, V value) {
    noteWrite(&field, sizeof field, where);
    field = value;
  }

  bool isRed(TreeNode *n) { return n && get(n->_M_color) == std::_S_red; }
  TreeNode *leftmost(TreeNode *n) {
    while (TreeNode *l = get(n->_M_left))
      n = l;
    return n;
  }
  TreeNode *rightmost(TreeNode *n) {
    while (TreeNode *r = get(n->_M_right))
      n = r;
    return n;
  }

  TreeNode *next(TreeNode *n) {
    if (TreeNode *r = get(n->_M_right))
      return leftmost(r);
    TreeNode *up = get(n->_M_parent);
    while (n == get(up->_M_right)) {
      n = up;
      up = get(up->_M_parent);
    }
    return get(n->_M_right) != up ? up : n; // the header of a tree whose root has no right child
  }

  TreeNode *previous(TreeNode *n) {
    if (isRed(n) && get(get(n->_M_parent)->_M_parent) == n)
      return get(n->_M_right); // n is the header
    if (TreeNode *l = get(n->_M_left))
      return rightmost(l);
    TreeNode *up = get(n->_M_parent);
    while (n == get(up->_M_left)) {
      n = up;
      up = get(up->_M_parent);
    }
    return up;
  }

  /// Puts `fresh` where `old` hangs. The root hangs from header->_M_parent.
  void replaceChild(TreeNode *old, TreeNode *fresh, TreeNode *header) {
    TreeNode *up = get(old->_M_parent);
    if (get(header->_M_parent) == old)
      set(header->_M_parent, fresh);
    else if (get(up->_M_left) == old)
      set(up->_M_left, fresh);
    else
      set(up->_M_right, fresh);
  }

  using Side = TreeNode *TreeNode::*;
  static constexpr Side kLeft = &TreeNode::_M_left, kRight = &TreeNode::_M_right;

  /// n goes down to its `side`; its other child comes up.
  void rotate(TreeNode *n, Side side, TreeNode *header) {
    Side other = side == kLeft ? kRight : kLeft;
    TreeNode *up = get(n->*other);
    TreeNode *moved = get(up->*side);
    set(n->*other, moved);
    if (moved)
      set(moved->_M_parent, n);
    replaceChild(n, up, header);
    set(up->_M_parent, get(n->_M_parent));
    set(up->*side, n);
    set(n->_M_parent, up);
  }

  void afterInsert(TreeNode *n, TreeNode *header) {
    while (n != get(header->_M_parent) && isRed(get(n->_M_parent))) {
      TreeNode *up = get(n->_M_parent), *top = get(up->_M_parent);
      Side side = up == get(top->_M_left) ? kLeft : kRight, other = side == kLeft ? kRight : kLeft;
      TreeNode *uncle = get(top->*other);
      if (isRed(uncle)) {
        set(up->_M_color, std::_S_black);
        set(uncle->_M_color, std::_S_black);
        set(top->_M_color, std::_S_red);
        n = top;
        continue;
      }
      if (n == get(up->*other)) {
        n = up;
        rotate(n, side, header);
        up = get(n->_M_parent);
      }
      set(up->_M_color, std::_S_black);
      set(top->_M_color, std::_S_red);
      rotate(top, other, header);
    }
    set(get(header->_M_parent)->_M_color, std::_S_black);
  }

  /// n (may be null) under `up` lacks one black.
  void afterErase(TreeNode *n, TreeNode *up, TreeNode *header) {
    while (n != get(header->_M_parent) && !isRed(n)) {
      Side side = n == get(up->_M_left) ? kLeft : kRight, other = side == kLeft ? kRight : kLeft;
      TreeNode *sibling = get(up->*other);
      if (isRed(sibling)) {
        set(sibling->_M_color, std::_S_black);
        set(up->_M_color, std::_S_red);
        rotate(up, side, header);
        sibling = get(up->*other);
      }
      if (!isRed(get(sibling->_M_left)) && !isRed(get(sibling->_M_right))) {
        set(sibling->_M_color, std::_S_red);
        n = up;
        up = get(up->_M_parent);
        continue;
      }
      if (!isRed(get(sibling->*other))) {
        set(get(sibling->*side)->_M_color, std::_S_black);
        set(sibling->_M_color, std::_S_red);
        rotate(sibling, other, header);
        sibling = get(up->*other);
      }
      set(sibling->_M_color, get(up->_M_color));
      set(up->_M_color, std::_S_black);
      if (TreeNode *far = get(sibling->*other))
        set(far->_M_color, std::_S_black);
      rotate(up, side, header);
      break;
    }
    if (n)
      set(n->_M_color, std::_S_black);
  }

  TreeNode *erase(TreeNode *z, TreeNode *header) {
    TreeNode *y = z, *x, *up; // y leaves its place, x takes it
    if (!get(z->_M_left) || !get(z->_M_right)) {
      x = get(z->_M_left) ? get(z->_M_left) : get(z->_M_right);
      up = get(z->_M_parent);
      if (x)
        set(x->_M_parent, up);
      replaceChild(z, x, header);
      if (get(header->_M_left) == z)
        set(header->_M_left, get(z->_M_right) ? leftmost(x) : up);
      if (get(header->_M_right) == z)
        set(header->_M_right, get(z->_M_left) ? rightmost(x) : up);
    } else {
      y = leftmost(get(z->_M_right));
      x = get(y->_M_right);
      set(get(z->_M_left)->_M_parent, y);
      set(y->_M_left, get(z->_M_left));
      if (y != get(z->_M_right)) {
        up = get(y->_M_parent);
        if (x)
          set(x->_M_parent, up);
        set(up->_M_left, x);
        set(y->_M_right, get(z->_M_right));
        set(get(z->_M_right)->_M_parent, y);
      } else {
        up = y;
      }
      replaceChild(z, y, header);
      set(y->_M_parent, get(z->_M_parent));
      auto color = get(y->_M_color);
      set(y->_M_color, get(z->_M_color));
      set(z->_M_color, color);
      y = z;
    }
    if (get(y->_M_color) != std::_S_red)
      afterErase(x, up, header);
    return z;
  }
};

} // namespace

XBLOCK_INSTRUMENTED(TreeNode *, _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base, (TreeNode * n)) {
  Caller caller{takeSite()};
  return caller.next(n);
}
XBLOCK_INSTRUMENTED(const TreeNode *, _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base,
                    (const TreeNode *n)) {
  Caller caller{takeSite()};
  return caller.next(const_cast<TreeNode *>(n));
}
XBLOCK_INSTRUMENTED(TreeNode *, _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base, (TreeNode * n)) {
  Caller caller{takeSite()};
  return caller.previous(n);
}
XBLOCK_INSTRUMENTED(const TreeNode *, _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base,
                    (const TreeNode *n)) {
  Caller caller{takeSite()};
  return caller.previous(const_cast<TreeNode *>(n));
}

XBLOCK_INSTRUMENTED(void, _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_,
                    (bool left, TreeNode *n, TreeNode *parent, TreeNode *header)) {
  Caller caller{takeSite()};
  caller.set(n->_M_parent, parent);
  caller.set(n->_M_left, nullptr);
  caller.set(n->_M_right, nullptr);
  caller.set(n->_M_color, std::_S_red);
  if (left) {
    caller.set(parent->_M_left, n); // sets header->_M_left if parent is the header
    if (parent == header) {
      caller.set(header->_M_parent, n);
      caller.set(header->_M_right, n);
    } else if (parent == caller.get(header->_M_left)) {
      caller.set(header->_M_left, n);
    }
  } else {
    caller.set(parent->_M_right, n);
    if (parent == caller.get(header->_M_right))
      caller.set(header->_M_right, n);
  }
  caller.afterInsert(n, header);
}

XBLOCK_INSTRUMENTED(TreeNode *, _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_,
                    (TreeNode * n, TreeNode *header)) {
  Caller caller{takeSite()};
  return caller.erase(n, header);
}

XBLOCK_INSTRUMENTED(void, _ZNSt8__detail15_List_node_base7_M_hookEPS0_,
                    (ListNode * self, ListNode *before)) {
  Caller caller{takeSite()};
  ListNode *previous = caller.get(before->_M_prev);
  caller.set(self->_M_next, before);
  caller.set(self->_M_prev, previous);
  caller.set(previous->_M_next, self);
  caller.set(before->_M_prev, self);
}
XBLOCK_INSTRUMENTED(void, _ZNSt8__detail15_List_node_base9_M_unhookEv, (ListNode * self)) {
  Caller caller{takeSite()};
  ListNode *after = caller.get(self->_M_next), *before = caller.get(self->_M_prev);
  caller.set(before->_M_next, after);
  caller.set(after->_M_prev, before);
}
XBLOCK_INSTRUMENTED(void, _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_,
                    (ListNode * self, ListNode *first, ListNode *last)) {
  Caller caller{takeSite()};
  if (self == last)
    return;
  ListNode *lastBefore = caller.get(last->_M_prev), *firstBefore = caller.get(first->_M_prev),
           *selfBefore = caller.get(self->_M_prev);
  caller.set(lastBefore->_M_next, self);
  caller.set(firstBefore->_M_next, last);
  caller.set(selfBefore->_M_next, first);
  caller.set(self->_M_prev, lastBefore);
  caller.set(last->_M_prev, firstBefore);
  caller.set(first->_M_prev, selfBefore);
}
XBLOCK_INSTRUMENTED(void, _ZNSt8__detail15_List_node_base10_M_reverseEv, (ListNode * self)) {
  Caller caller{takeSite()};
  ListNode *n = self;
  do {
    ListNode *after = caller.get(n->_M_next);
    caller.set(n->_M_next, caller.get(n->_M_prev));
    caller.set(n->_M_prev, after);
    n = after;
  } while (n != self);
}
XBLOCK_INSTRUMENTED(void, _ZNSt8__detail15_List_node_base4swapERS0_S1_,
                    (ListNode * a, ListNode *b)) {
  Caller caller{takeSite()};
  auto replace = [&](ListNode *old, ListNode *fresh, ListNode *next, ListNode *previous) {
    if (next == old) {
      caller.set(fresh->_M_next, fresh);
      caller.set(fresh->_M_prev, fresh);
      return;
    }
    caller.set(fresh->_M_next, next);
    caller.set(fresh->_M_prev, previous);
    caller.set(next->_M_prev, fresh);
    caller.set(previous->_M_next, fresh);
  };
  ListNode *aNext = caller.get(a->_M_next), *aPrevious = caller.get(a->_M_prev),
           *bNext = caller.get(b->_M_next), *bPrevious = caller.get(b->_M_prev);
  replace(b, a, bNext, bPrevious);
  replace(a, b, aNext, aPrevious);
}

using Policy = std::__detail::_Prime_rehash_policy;
XBLOCK_INSTRUMENTED(size_t, _ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm,
                    (const Policy *self, size_t n)) {
  noteWrite(const_cast<Policy *>(self), sizeof *self, takeSite());
  return self->_M_next_bkt(n);
}
/// pair<bool, size_t>, as it is returned in registers.
struct NeedRehash {
  bool needed;
  size_t buckets;
};
XBLOCK_INSTRUMENTED(NeedRehash, _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm,
                    (const Policy *self, size_t buckets, size_t elements, size_t more)) {
  noteWrite(const_cast<Policy *>(self), sizeof *self, takeSite());
  auto [needed, now] = self->_M_need_rehash(buckets, elements, more);
  return {needed, now};
}
