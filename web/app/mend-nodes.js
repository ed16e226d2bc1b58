// Keeps the page working when others change its nodes: a browser that translates wraps or replaces texts, extensions
// merge, split, move or remove them. React then fails (NotFoundError), or writes to a node that is not on the page.
// Changes are observed, and undone at the moment when React needs a node: before hydration all of them, later those of
// the node that React changes or removes, or before which it inserts. Inline in every page, after its content.
(() => {
  const { removeChild, insertBefore } = Node.prototype;
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
  /**
   * Changes by node: its place (`parent`, `previous`, `next`), nodes shown instead of it, its text before (`old`),
   * texts merged into it (`parts`) or split off it (`extras`), the text that it was merged into (`into`).
   */
  const changes = new WeakMap();
  /** Texts that were set by `nodeValue`, as React does: not a change by others. */
  const written = new WeakMap();
  /** Nodes that others have added before hydration; null afterwards. */
  let foreign = new WeakSet();
  /** Nodes changed before hydration. */
  let early = [];

  /** Whether a node is part of the rendered page: before hydration of the server's, later of React's. */
  function isRendered(node) {
    return foreign ? !foreign.has(node) : Object.keys(node).some((key) => key.startsWith("__reactFiber"));
  }

  function changeOf(node) {
    if (!changes.has(node)) changes.set(node, { instead: new Set(), extras: [], parts: [] });
    if (early && isRendered(node)) early.push(node);
    return changes.get(node);
  }
  function removeAt(node, { target, previousSibling, nextSibling, removedNodes, addedNodes }, index, beside) {
    const known = changes.get(node);
    // Taken out of a wrapper: the first place counts.
    if (known && known.parent && known.parent !== target) return null;
    // A node that was added between two removed ones stands for the first.
    const near = (beside.get(node) || []).filter((added) => !beside.taken.has(added));
    near.forEach((added) => beside.taken.add(added));
    const place = {
      parent: target,
      previous: removedNodes[index - 1] || previousSibling,
      next: removedNodes[index + 1] || nextSibling,
      instead: new Set([...addedNodes, ...near]),
    };
    return Object.assign(changeOf(node), place);
  }
  /** Detects a text that took in its neighbours, or lost a part to a new one. */
  function compareText(text, old, removed, beside) {
    const { data } = text;
    if (written.get(text) === data) return;
    const parts = removed.filter((node) => {
      const { previous, instead } = changes.get(node);
      return previous === text && instead.size === 0 && node.nodeType === 3;
    });
    if (parts.length > 0 && data === old + parts.map((part) => part.data).join("")) {
      Object.assign(changeOf(text), { old, parts });
      parts.forEach((part) => {
        changes.get(part).into = text;
      });
    } else if (beside.has(text) && data.length < old.length && old.startsWith(data))
      Object.assign(changeOf(text), { old, extras: beside.get(text) });
    else if (early) {
      const change = changeOf(text);
      if (change.old === undefined) change.old = old;
    }
  }
  function read(records) {
    if (records.every(({ type, removedNodes }) => type === "childList" && removedNodes.length === 0)) {
      if (foreign) records.forEach(({ addedNodes }) => addedNodes.forEach((node) => foreign.add(node)));
      return;
    }
    /** Nodes that were added next to a node. */
    const beside = Object.assign(new Map(), { taken: new Set() });
    const note = (node, added) => node && beside.set(node, [...(beside.get(node) || []), ...added]);
    const texts = new Map();
    const removed = [];
    let last = null;
    records.forEach((record) => {
      const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } = record;
      if (type === "characterData") {
        if (!texts.has(target)) texts.set(target, record.oldValue);
        return;
      }
      const added = [...addedNodes];
      if (foreign) added.forEach((node) => changes.has(node) || foreign.add(node));
      note(previousSibling, added);
      note(nextSibling, added);
      // Added where a node was removed before.
      if (last && last.parent === target && last.previous === previousSibling && last.next === nextSibling)
        added.forEach((node) => {
          last.instead.add(node);
          beside.taken.add(node);
        });
      removedNodes.forEach((node, index) => {
        const change = removeAt(node, record, index, beside);
        if (!change) return;
        last = change;
        removed.push(node);
      });
    });
    texts.forEach((old, text) => compareText(text, old, removed, beside));
  }
  let isGuarding = false;
  const observer = new MutationObserver((records) => {
    read(records);
    if (isGuarding) mendEarly();
  });

  /** The nodes of `parent` that are shown for a node: itself, or those in its place. */
  function shownFor(node, parent, depth = 0) {
    if (node.parentNode === parent) return [node];
    const change = depth < 9 && changes.get(node);
    return change ? [].concat(...[...change.instead].map((other) => shownFor(other, parent, depth + 1))) : [];
  }
  function drop(node, parent) {
    const { extras = [] } = changes.get(node) || {};
    shownFor(node, parent).forEach((shown) => isRendered(shown) || removeChild.call(parent, shown));
    extras.forEach((extra) => drop(extra, parent));
  }
  /** The node before which a removed one belongs: the next of its later siblings that is in its place. */
  function followerOf(next, previous, parent) {
    let follower = next;
    while (follower) {
      const [shown] = shownFor(follower, parent);
      if (shown) return shown;
      const change = changes.get(follower);
      if (!change || change.parent !== parent) {
        const before = previous && shownFor(previous, parent).pop();
        return before ? before.nextSibling : null;
      }
      follower = change.next;
    }
    return null;
  }
  function putBack(node, { parent, previous, next, instead }) {
    const shown = [].concat(...[...instead].map((other) => shownFor(other, parent)));
    insertBefore.call(parent, node, shown[0] || followerOf(next, previous, parent));
    // Other nodes within the same wrapper go back to their places too.
    shown.forEach((other) => {
      const within = document.createNodeIterator(other);
      for (let each = within.nextNode(); each; each = within.nextNode()) undo(each);
    });
    instead.forEach((other) => drop(other, parent));
  }
  function undo(node) {
    const change = changes.get(node);
    if (!change || !isRendered(node)) return;
    if (change.into && changes.has(change.into)) return undo(change.into);
    changes.delete(node);
    if (change.parent && node.parentNode !== change.parent) putBack(node, change);
    if (change.old !== undefined) nodeValue.set.call(node, change.old);
    change.extras.forEach((extra) => drop(extra, node.parentNode));
    change.parts.forEach(undo);
  }
  /** Undoes what others have done to nodes, without observing it as their change. */
  function mend(nodes) {
    read(observer.takeRecords());
    const changed = nodes.filter((node) => changes.has(node));
    changed.forEach(undo);
    if (changed.length > 0) observer.takeRecords();
  }

  Node.prototype.removeChild = function (child) {
    if (!(child instanceof Node)) return removeChild.call(this, child);
    mend([child]);
    return child.parentNode === this ? removeChild.call(this, child) : child;
  };
  Node.prototype.insertBefore = function (node, next) {
    if (!(next instanceof Node)) return insertBefore.call(this, node, next);
    if (next.parentNode !== this) mend([next]);
    return insertBefore.call(this, node, next.parentNode === this ? next : null);
  };
  Object.defineProperty(Node.prototype, "nodeValue", {
    ...nodeValue,
    set(value) {
      if (this.nodeType === 3) {
        mend([this]);
        written.set(this, value);
      }
      nodeValue.set.call(this, value);
    },
  });
  /** Undoes all changes since the server's rendering. */
  function mendEarly() {
    read(observer.takeRecords());
    const nodes = early.reverse();
    early = [];
    mend(nodes);
  }
  /**
   * Undoes all changes, and from then on each one at once, so that React finds the page as the server rendered it for as
   * long as it hydrates.
   */
  function guard() {
    mendEarly();
    isGuarding = true;
    // React does not start: the page is only read, and may be translated.
    setTimeout(release, 8000);
  }
  function release() {
    isGuarding = false;
    early = null;
    foreign = null;
  }
  window.mendNodes = { guard, release };
  observer.observe(document, {
    childList: true,
    subtree: true,
    characterData: true,
    characterDataOldValue: true,
  });
})();
