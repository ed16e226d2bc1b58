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
  readonly keptAt?: number;
};

/** The page as it is saved, and as it would be with what is written now. */
export type EditorState = {
  readonly composition: Composition;
  readonly list: readonly KeyedBlock[];
  readonly basedOn: number;
  readonly isChanged: boolean;
  readonly history: UndoHistory;
  /** When what is written was kept on this device, ms; null: it was not, or nothing is to be kept. */
  readonly keptAt: number | null;
};

let lastKey = 0;
export const toKeyedBlocks = (blocks: readonly BlockDraft[]): KeyedBlock[] =>
  blocks.map((block) => ({ key: ++lastKey, block }));
const isDraft = (kept: unknown): kept is StoredDraft =>
  typeof kept === "object" &&
  kept !== null &&
  "basedOn" in kept &&
  "blocks" in kept &&
  Array.isArray(kept.blocks);

/** Keeps what is written on this device. @returns when, ms; null where it would not outlive the page */
function storeDraft(activityId: string, basedOn: number, list: readonly KeyedBlock[]): number | null {
  const keptAt = Date.now();
  const draft: StoredDraft = { basedOn, blocks: list.map(({ block }) => block), keptAt };
  return composeDraft.set(activityId, draft) ? keptAt : null;
}

/** A page as it was loaded, with what this device has kept of it and not saved. */
export function startEditing(composition: Composition): EditorState {
  const kept = composeDraft.get(composition.activityId);
  const before = { composition, history: emptyHistory };
  if (isDraft(kept)) {
    const { blocks, basedOn, keptAt = null } = kept;
    return { ...before, list: toKeyedBlocks(blocks), basedOn, isChanged: true, keptAt };
  }
  const { blocks, version } = composition;
  return { ...before, list: toKeyedBlocks(blocks), basedOn: version, isChanged: false, keptAt: null };
}

/** What is written stays, and is kept as what comes after this. */
function rebased(before: EditorState, composition: Composition): EditorState {
  const { activityId, version } = composition;
  return { ...before, composition, basedOn: version, keptAt: storeDraft(activityId, version, before.list) };
}

/**
 * Another version is saved. What was written while it was on its way is not in it: that stays, and
 * counts as changed. Blocks keep their keys, so that nothing closes under the person's hands.
 */
export function afterSave(
  before: EditorState,
  composition: Composition,
  sent: readonly KeyedBlock[],
): EditorState {
  const { activityId, blocks, version } = composition;
  if (before.list !== sent) return rebased(before, composition);
  composeDraft.remove(activityId);
  const list = blocks.map((block, at) => ({ ...sent[at], key: sent[at]?.key ?? ++lastKey, block }));
  return { ...before, composition, list, basedOn: version, isChanged: false, keptAt: null };
}

/**
 * The page or its plan may be another by now, through a colleague or by the plan itself. What is written stays, based on
 * what it was based on, so that saving it asks before it goes over a version that nobody here has seen; where nothing is
 * written, the page as it stands is on show.
 */
export function afterReload(before: EditorState, composition: Composition): EditorState {
  const { blocks, version } = composition;
  if (before.isChanged || version === before.basedOn) return { ...before, composition };
  return { ...before, composition, list: toKeyedBlocks(blocks), basedOn: version, history: emptyHistory };
}
/**
 * What was sent is planned: the page is on show as it stands, and nothing is left to save, but for what was written
 * while that was on its way.
 */
export function afterPlanning(
  before: EditorState,
  composition: Composition,
  sent: readonly KeyedBlock[],
): EditorState {
  if (before.list !== sent) return rebased(before, composition);
  composeDraft.remove(composition.activityId);
  return startEditing(composition);
}

function put(before: EditorState, list: readonly KeyedBlock[], history: UndoHistory): EditorState {
  const keptAt = storeDraft(before.composition.activityId, before.basedOn, list);
  return { ...before, list, history, keptAt, isChanged: true };
}
/** Something else is written. */
export const withBlocks = (before: EditorState, list: readonly KeyedBlock[]): EditorState =>
  put(before, list, recordChange(before.history, before.list, list, Date.now()));
/** A block has another place among the others. */
export function withBlockMoved(before: EditorState, key: number, to: number): EditorState {
  const list = moveBlock(before.list, key, to);
  return list === before.list ? before : withBlocks(before, list);
}
/** One step back, or forth again. */
export function withHistoryStep(
  before: EditorState,
  to: (history: UndoHistory, shown: readonly KeyedBlock[]) => HistoryStep | null,
): EditorState {
  const next = to(before.history, before.list);
  return next === null ? before : put(before, next.list, next.history);
}
