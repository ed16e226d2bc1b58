import type { BlockDraft } from "./block-fields.ts";

/**
 * Block with a stable key. Inputs of formatted text are uncontrolled: a new revision recreates them with the new text.
 */
export type KeyedBlock = { readonly key: number; readonly revision?: number; readonly block: BlockDraft };
type List = readonly KeyedBlock[];
/** Steps that can be undone and redone; the newest last. */
export type UndoHistory = {
  readonly past: readonly List[];
  readonly future: readonly List[];
  /** Last change and its time (ms): further changes of the same kind soon after belong to the same step. */
  readonly last: { readonly change: string; readonly at: number } | null;
};
export const emptyHistory: UndoHistory = { past: [], future: [], last: null };

const MAX_STEPS = 50;
/** Maximum time between two changes of the same step, ms. */
const STEP_INTERVAL = 1_500;

/** Moves a block to an index; returns the same list if nothing changes. */
export function moveBlock(list: List, key: number, to: number): List {
  const at = list.findIndex((one) => one.key === key);
  if (at === -1 || at === to || to < 0 || to >= list.length) return list;
  const next = [...list];
  next.splice(to, 0, ...next.splice(at, 1));
  return next;
}

/** Name of a change that can be merged into a step: typing in one block, or moving; null for any other change. */
function changeOf(before: List, after: List): string | null {
  if (before.length !== after.length) return null;
  const isMoved = before.some(({ key }, at) => key !== after[at]?.key);
  if (isMoved) return "order";
  const changed = before.filter(({ block }, at) => block !== after[at]?.block);
  return changed.length === 1 ? `block ${changed[0]?.key}` : null;
}

/** Records a change. @param now ms */
export function recordChange(history: UndoHistory, before: List, after: List, now: number): UndoHistory {
  const change = changeOf(before, after);
  const { last } = history;
  const isSameStep = change !== null && last?.change === change && now - last.at < STEP_INTERVAL;
  return {
    past: isSameStep ? history.past : [...history.past, before].slice(-MAX_STEPS),
    future: [],
    last: change === null ? null : { change, at: now },
  };
}

/** Increases the revisions of blocks that differ from the shown ones, so that their inputs are recreated. */
const withRevisions = (target: List, shown: List): List =>
  target.map((one) => {
    const current = shown.find(({ key }) => key === one.key);
    if (current === undefined || current.block === one.block)
      return { ...one, revision: current?.revision ?? 0 };
    return { ...one, revision: (current.revision ?? 0) + 1 };
  });

export type HistoryStep = { readonly list: List; readonly history: UndoHistory };
/** Undoes a step; null if there is none. */
export function undoChange({ past, future }: UndoHistory, shown: List): HistoryStep | null {
  const target = past.at(-1);
  if (target === undefined) return null;
  return {
    list: withRevisions(target, shown),
    history: { past: past.slice(0, -1), future: [...future, shown], last: null },
  };
}
/** Redoes a step; null if there is none. */
export function redoChange({ past, future }: UndoHistory, shown: List): HistoryStep | null {
  const target = future.at(-1);
  if (target === undefined) return null;
  return {
    list: withRevisions(target, shown),
    history: { past: [...past, shown], future: future.slice(0, -1), last: null },
  };
}
