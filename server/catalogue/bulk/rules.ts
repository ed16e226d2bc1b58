import type { ActivityBulkAct, ActivityBulkPlan, TagChange } from "#contract/console/activity/bulk.ts";
import { countCharacters, cutCharacters } from "#contract/core/characters.ts";
import type { SelectedActivity } from "../console/list-store.ts";
import { consoleActivityMessages, MAX_TITLE } from "../console/messages.ts";
import { isSame } from "../draft/draft-rules.ts";
import { activityBulkMessages as messages } from "./messages.ts";

/** Most tags of an activity, as the catalogue's schema has them. */
const MAX_TAGS = 10;
export type Tagging = { readonly change: TagChange; readonly tag: string };

/** Tags after a change; a text: why there is none. */
export function changedTags(tags: readonly string[], { change, tag }: Tagging): readonly string[] | string {
  const isThere = tags.includes(tag);
  if (change === "remove") return isThere ? tags.filter((each) => each !== tag) : messages.hasNoTag;
  if (isThere) return messages.hasTag;
  return tags.length >= MAX_TAGS ? messages.tooManyTags(MAX_TAGS) : [...tags, tag];
}

/** Tags of an activity and of its draft, which count for operators while nobody else has seen it. */
export type TagState = {
  readonly isUnseen: boolean;
  readonly tags: readonly string[];
  /** null: the draft does not change them */
  readonly draftTags: readonly string[] | null;
};
export const currentTags = ({ isUnseen, tags, draftTags }: TagState): readonly string[] =>
  isUnseen ? (draftTags ?? tags) : tags;
/** Whether a draft beside the published content has tags of its own, which the change would contradict. */
export const hasOtherDraftTags = ({ isUnseen, tags, draftTags }: TagState): boolean =>
  !isUnseen && draftTags !== null && !isSame(draftTags, tags);

function tagFault(state: TagState, tagging: Tagging): string | null {
  if (hasOtherDraftTags(state)) return messages.draftTags;
  const next = changedTags(currentTags(state), tagging);
  return typeof next === "string" ? next : null;
}

/** Why a bulk act would not change an activity; null: it would. */
export function activityBulkFault(act: ActivityBulkAct, activity: SelectedActivity): string | null {
  if (!activity.is_own) return messages.notOwn;
  if (act.kind === "withdraw") return activity.is_published ? null : messages.notPublished;
  if (act.kind === "clone") return null;
  const { is_unseen: isUnseen, tags, draft_tags: draftTags } = activity;
  return tagFault({ isUnseen, tags, draftTags }, { change: act.change, tag: act.tag.trim() });
}

/** Counts what an act would do to activities. */
export function planOf(act: ActivityBulkAct, activities: readonly SelectedActivity[]): ActivityBulkPlan {
  const faults = activities.map((activity) => activityBulkFault(act, activity));
  const able = activities.filter((_, at) => faults[at] === null);
  const grouped = Map.groupBy(
    faults.filter((fault) => fault !== null),
    (fault) => fault,
  );
  return {
    count: activities.length,
    able: able.length,
    refused: [...grouped].map(([fault, all]) => ({ fault, count: all.length })),
    taken: able.reduce((sum, { taken }) => sum + taken, 0),
    waiting: able.reduce((sum, { waiting }) => sum + waiting, 0),
  };
}

/** Title of a copy, cut so that the mark of a copy still fits. */
export function copyTitle(title: string): string {
  const marks = countCharacters(consoleActivityMessages.copyOf(""));
  return consoleActivityMessages.copyOf(cutCharacters(title, MAX_TITLE - marks));
}
