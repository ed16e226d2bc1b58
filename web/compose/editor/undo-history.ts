import type { BlockDraft } from "./block-fields.ts";

/**
 * A block with what tells it from others while it moves. Formatted texts are uncontrolled: they are
 * made anew where the revision is another.
 */
export type KeyedBlock = { readonly key: number; readonly revision?: number; readonly block: BlockDraft };
type List = readonly KeyedBlock[];
/** What can be taken back, and done again; the newest last. */
export type UndoHistory = {
  readonly past: readonly List[];
  readonly future: readonly List[];
  /** What was changed last, and when (ms): typing on belongs to the same step. */
  readonly last: { readonly what: string; readonly at: number } | null;
};
export const emptyHistory: UndoHistory = { past: [], future: [], last: null };

const MOST = 50;
const SAME_STEP = 1_500;

/** A list with one of its blocks at another place; the same list where that is no other. */
export function moveBlock(list: List, key: number, to: number): List {
  const at = list.findIndex((one) => one.key === key);
  if (at === -1 || at === to || to < 0 || to >= list.length) return list;
  const next = [...list];
  next.splice(to, 0, ...next.splice(at, 1));
  return next;
}

/** Names a change that may be one of several of a step: what is typed in one block, or a block on its way. */
function changeOf(before: List, after: List): string | null {
  if (before.length !== after.length) return null;
  const isMoved = before.some(({ key }, at) => key !== after[at]?.key);
  if (isMoved) return "order";
  const changed = before.filter(({ block }, at) => block !== after[at]?.block);
  return changed.length === 1 ? `block ${changed[0]?.key}` : null;
}

/** With a change. @param now ms */
export function recordChange(history: UndoHistory, before: List, after: List, now: number): UndoHistory {
  const what = changeOf(before, after);
  const isSameStep = what !== null && history.last?.what === what && now - history.last.at < SAME_STEP;
  return {
    past: isSameStep ? history.past : [...history.past, before].slice(-MOST),
    future: [],
    last: what === null ? null : { what, at: now },
  };
}

/** A list that is to be shown again: what differs from what is on show is made anew. */
const withRevisions = (wanted: List, shown: List): List =>
  wanted.map((one) => {
    const now = shown.find(({ key }) => key === one.key);
    if (now === undefined || now.block === one.block) return { ...one, revision: now?.revision ?? 0 };
    return { ...one, revision: (now.revision ?? 0) + 1 };
  });

export type HistoryStep = { readonly list: List; readonly history: UndoHistory };
/** One step back; null where there is none. */
export function undoChange({ past, future }: UndoHistory, shown: List): HistoryStep | null {
  const wanted = past.at(-1);
  if (wanted === undefined) return null;
  return {
    list: withRevisions(wanted, shown),
    history: { past: past.slice(0, -1), future: [...future, shown], last: null },
  };
}
/** One step forth; null where there is none. */
export function redoChange({ past, future }: UndoHistory, shown: List): HistoryStep | null {
  const wanted = future.at(-1);
  if (wanted === undefined) return null;
  return {
    list: withRevisions(wanted, shown),
    history: { past: [...past, shown], future: future.slice(0, -1), last: null },
  };
}
