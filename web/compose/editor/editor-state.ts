import type { Composition } from "#contract/compose/compose.ts";
import { composeDraft } from "../drafts.ts";
import type { BlockDraft } from "./block-fields.ts";
import {
  moveBlock,
  emptyHistory,
  recordChange,
  type UndoHistory,
  type KeyedBlock,
  type HistoryStep,
} from "./undo-history.ts";

type StoredDraft = {
  readonly basedOn: number;
  readonly blocks: readonly BlockDraft[];
  /** Time of storing, ms. */
  readonly keptAt?: number;
};

/** Saved page and its unsaved changes. */
export type EditorState = {
  readonly composition: Composition;
  readonly list: readonly KeyedBlock[];
  readonly basedOn: number;
  readonly isChanged: boolean;
  readonly history: UndoHistory;
  /** Time at which the changes were stored on this device, ms; null: not stored, or no changes. */
  readonly storedAt: number | null;
};

let lastKey = 0;
export const toKeyedBlocks = (blocks: readonly BlockDraft[]): KeyedBlock[] =>
  blocks.map((block) => ({ key: ++lastKey, block }));
const isDraft = (stored: unknown): stored is StoredDraft =>
  typeof stored === "object" &&
  stored !== null &&
  "basedOn" in stored &&
  "blocks" in stored &&
  Array.isArray(stored.blocks);

/** Stores the changes on this device. @returns time, ms; null if they would not survive the page */
function storeDraft(activityId: string, basedOn: number, list: readonly KeyedBlock[]): number | null {
  const keptAt = Date.now();
  const draft: StoredDraft = { basedOn, blocks: list.map(({ block }) => block), keptAt };
  return composeDraft.set(activityId, draft) ? keptAt : null;
}

/** State of a loaded page, with the unsaved changes that this device has stored. */
export function startEditing(composition: Composition): EditorState {
  const draft = composeDraft.get(composition.activityId);
  const base = { composition, history: emptyHistory };
  if (isDraft(draft)) {
    const { blocks, basedOn, keptAt: storedAt = null } = draft;
    return { ...base, list: toKeyedBlocks(blocks), basedOn, isChanged: true, storedAt };
  }
  const { blocks, version } = composition;
  return { ...base, list: toKeyedBlocks(blocks), basedOn: version, isChanged: false, storedAt: null };
}

/** Bases the unsaved changes on a newer version. */
function rebase(before: EditorState, composition: Composition): EditorState {
  const { activityId, version } = composition;
  const storedAt = storeDraft(activityId, version, before.list);
  return { ...before, composition, basedOn: version, storedAt };
}

/**
 * State after saving. Changes made during the request are not in the saved version: they stay unsaved. Blocks keep
 * their keys, so that open cards stay open.
 */
export function afterSave(
  before: EditorState,
  composition: Composition,
  sent: readonly KeyedBlock[],
): EditorState {
  const { activityId, blocks, version } = composition;
  if (before.list !== sent) return rebase(before, composition);
  composeDraft.remove(activityId);
  const list = blocks.map((block, at) => ({ ...sent[at], key: sent[at]?.key ?? ++lastKey, block }));
  return { ...before, composition, list, basedOn: version, isChanged: false, storedAt: null };
}

/**
 * State after a reload, by which a colleague or the plan may have changed the page. Unsaved changes stay based on their
 * old version, so that saving reports a conflict instead of overwriting an unseen version; without changes the newest
 * version is shown.
 */
export function afterReload(before: EditorState, composition: Composition): EditorState {
  const { blocks, version } = composition;
  if (before.isChanged || version === before.basedOn) return { ...before, composition };
  return { ...before, composition, list: toKeyedBlocks(blocks), basedOn: version, history: emptyHistory };
}
/** State after planning: shows the saved page without unsaved changes, except for those made during the request. */
export function afterPlanning(
  before: EditorState,
  composition: Composition,
  sent: readonly KeyedBlock[],
): EditorState {
  if (before.list !== sent) return rebase(before, composition);
  composeDraft.remove(composition.activityId);
  return startEditing(composition);
}

function put(before: EditorState, list: readonly KeyedBlock[], history: UndoHistory): EditorState {
  const storedAt = storeDraft(before.composition.activityId, before.basedOn, list);
  return { ...before, list, history, storedAt, isChanged: true };
}
/** State after a change of the blocks. */
export const withBlocks = (before: EditorState, list: readonly KeyedBlock[]): EditorState =>
  put(before, list, recordChange(before.history, before.list, list, Date.now()));
/** State after moving a block. @param to index */
export function withBlockMoved(before: EditorState, key: number, to: number): EditorState {
  const list = moveBlock(before.list, key, to);
  return list === before.list ? before : withBlocks(before, list);
}
/** State after undoing or redoing a step. */
export function withHistoryStep(
  before: EditorState,
  step: (history: UndoHistory, shown: readonly KeyedBlock[]) => HistoryStep | null,
): EditorState {
  const next = step(before.history, before.list);
  return next === null ? before : put(before, next.list, next.history);
}
