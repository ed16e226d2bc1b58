import type { Composition } from "#contract/compose.ts";
import { composeDraft } from "../platform/compose-link.ts";
import type { Written } from "./block-fields.ts";
import { moved, noHistory, noted, type History, type Placed, type Step } from "./history.ts";

type Draft = { readonly basedOn: number; readonly blocks: readonly Written[]; readonly keptAt?: number };

/** The page as it is saved, and as it would be with what is written now. */
export type Editing = {
  readonly composition: Composition;
  readonly list: readonly Placed[];
  readonly basedOn: number;
  readonly isChanged: boolean;
  readonly history: History;
  /** When what is written was kept on this device, ms; null: it was not, or nothing is to be kept. */
  readonly keptAt: number | null;
};

let lastKey = 0;
export const placed = (blocks: readonly Written[]): Placed[] =>
  blocks.map((block) => ({ key: ++lastKey, block }));
const isDraft = (kept: unknown): kept is Draft =>
  typeof kept === "object" &&
  kept !== null &&
  "basedOn" in kept &&
  "blocks" in kept &&
  Array.isArray(kept.blocks);

/** Keeps what is written on this device. @returns when, ms; null where it would not outlive the page */
function keep(activityId: string, basedOn: number, list: readonly Placed[]): number | null {
  const keptAt = Date.now();
  const draft: Draft = { basedOn, blocks: list.map(({ block }) => block), keptAt };
  return composeDraft.set(activityId, draft) ? keptAt : null;
}

/** A page as it was loaded, with what this device has kept of it and not saved. */
export function begun(composition: Composition): Editing {
  const kept = composeDraft.get(composition.activityId);
  const before = { composition, history: noHistory };
  if (isDraft(kept)) {
    const { blocks, basedOn, keptAt = null } = kept;
    return { ...before, list: placed(blocks), basedOn, isChanged: true, keptAt };
  }
  const { blocks, version } = composition;
  return { ...before, list: placed(blocks), basedOn: version, isChanged: false, keptAt: null };
}

/** What is written stays, and is kept as what comes after this. */
function writtenOn(before: Editing, composition: Composition): Editing {
  const { activityId, version } = composition;
  return { ...before, composition, basedOn: version, keptAt: keep(activityId, version, before.list) };
}

/**
 * Another version is saved. What was written while it was on its way is not in it: that stays, and
 * counts as changed. Blocks keep their keys, so that nothing closes under the person's hands.
 */
export function saved(before: Editing, composition: Composition, sent: readonly Placed[]): Editing {
  const { activityId, blocks, version } = composition;
  if (before.list !== sent) return writtenOn(before, composition);
  composeDraft.remove(activityId);
  const list = blocks.map((block, at) => ({ ...sent[at], key: sent[at]?.key ?? ++lastKey, block }));
  return { ...before, composition, list, basedOn: version, isChanged: false, keptAt: null };
}

/**
 * The page or its plan may be another by now, through a colleague or by the plan itself. What is written stays, based on
 * what it was based on, so that saving it asks before it goes over a version that nobody here has seen; where nothing is
 * written, the page as it stands is on show.
 */
export function caughtUp(before: Editing, composition: Composition): Editing {
  const { blocks, version } = composition;
  if (before.isChanged || version === before.basedOn) return { ...before, composition };
  return { ...before, composition, list: placed(blocks), basedOn: version, history: noHistory };
}
/**
 * What was sent is planned: the page is on show as it stands, and nothing is left to save, but for what was written
 * while that was on its way.
 */
export function laidBy(before: Editing, composition: Composition, sent: readonly Placed[]): Editing {
  if (before.list !== sent) return writtenOn(before, composition);
  composeDraft.remove(composition.activityId);
  return begun(composition);
}

function put(before: Editing, list: readonly Placed[], history: History): Editing {
  const keptAt = keep(before.composition.activityId, before.basedOn, list);
  return { ...before, list, history, keptAt, isChanged: true };
}
/** Something else is written. */
export const changed = (before: Editing, list: readonly Placed[]): Editing =>
  put(before, list, noted(before.history, before.list, list, Date.now()));
/** A block has another place among the others. */
export function movedTo(before: Editing, key: number, to: number): Editing {
  const list = moved(before.list, key, to);
  return list === before.list ? before : changed(before, list);
}
/** One step back, or forth again. */
export function stepped(
  before: Editing,
  to: (history: History, shown: readonly Placed[]) => Step | null,
): Editing {
  const next = to(before.history, before.list);
  return next === null ? before : put(before, next.list, next.history);
}
