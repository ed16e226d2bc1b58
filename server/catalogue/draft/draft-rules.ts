import { isDeepStrictEqual } from "node:util";
import type { ActivityContent, DraftFieldName, DraftFields } from "#contract/console/activity/content.ts";
import type { DraftField, DraftFieldMap } from "./draft-store.ts";

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
/** Whether two values are the same as JSON. */
export const isSame = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(asJson(one), asJson(other));
const entriesOf = (fields: DraftFieldMap): [DraftFieldName, DraftField][] =>
  Object.entries(fields) as [DraftFieldName, DraftField][];

/** The values of a draft. */
export const draftValues = (fields: DraftFieldMap): Partial<DraftFields> =>
  Object.fromEntries(entriesOf(fields).map(([name, { value }]) => [name, value]));
/** An activity as it will be when its draft goes live. */
export const withDraft = (live: ActivityContent, fields: DraftFieldMap): ActivityContent => ({
  ...live,
  ...draftValues(fields),
});
/** Fields of a draft that differ from what is live, in the order of the content. */
export const changedByDraft = (live: ActivityContent, fields: DraftFieldMap): DraftFieldName[] =>
  (Object.keys(live) as DraftFieldName[]).filter(
    (name) => fields[name] !== undefined && !isSame(fields[name].value, live[name]),
  );

/** Somebody else's later change of a field. */
export type OtherChange = { readonly by: string | null; readonly time: string };
export type DraftEdit = {
  readonly changes: Partial<DraftFields>;
  /** Revision of the draft that the operator saw. */
  readonly basedOn: number;
  /** Fields that went live since the revision that the operator saw. */
  readonly wentLive: Readonly<Partial<Record<string, OtherChange>>>;
  readonly by: string;
  readonly time: string;
};
export type MergedDraft = {
  readonly fields: DraftFieldMap;
  /** Fields that both sides changed to different values; nothing may be written then. */
  readonly conflicts: Readonly<Partial<Record<DraftFieldName, OtherChange>>>;
  /** Fields that only others changed. */
  readonly merged: Readonly<Partial<Record<string, OtherChange>>>;
};

/**
 * Merges an edit into a draft by field (requirement CO86): a field that somebody else changed since the operator saw it
 * is a conflict, if the operator wants another value than it has now; all others are taken over.
 * @param nextRevision the draft's revision after the edit
 */
export function mergeDraft(
  live: ActivityContent,
  stored: DraftFieldMap,
  { changes, basedOn, wentLive, by, time }: DraftEdit,
  nextRevision: number,
): MergedDraft {
  const others: Partial<Record<string, OtherChange>> = { ...wentLive };
  for (const [name, field] of entriesOf(stored))
    if (field.revision > basedOn) others[name] = { by: field.by, time: field.time };
  const fields: Partial<Record<DraftFieldName, DraftField>> = { ...stored };
  const conflicts: Partial<Record<DraftFieldName, OtherChange>> = {};
  for (const [key, value] of Object.entries(changes)) {
    const name = key as DraftFieldName;
    const current = stored[name] === undefined ? live[name] : stored[name].value;
    const other = others[name];
    const field = stored[name];
    if (isSame(value, current)) {
      // A value that is chosen again holds against what went live meanwhile.
      if (field && other === undefined) fields[name] = { ...field, was: live[name] };
    } else if (other === undefined)
      fields[name] = { value, was: live[name], by, time, revision: nextRevision };
    else conflicts[name] = other;
  }
  const merged = Object.fromEntries(Object.entries(others).filter(([name]) => !(name in changes)));
  return { fields, conflicts, merged };
}

/** Fields of a draft whose live value is no longer the one that they were to replace (catalogue file, another publication). */
export const overtakenFields = (live: ActivityContent, fields: DraftFieldMap): DraftFieldName[] =>
  entriesOf(fields).flatMap(([name, { was, value }]) =>
    isSame(was, live[name]) || isSame(value, live[name]) ? [] : [name],
  );

/** The draft that remains after a planned one went live: later edits, now against the new content. */
export function draftAfterPlan(
  live: ActivityContent,
  fields: DraftFieldMap,
  planned: DraftFieldMap,
): DraftFieldMap {
  const rest = entriesOf(fields).filter(([name, { value }]) => !isSame(value, planned[name]?.value));
  return Object.fromEntries(rest.map(([name, field]) => [name, { ...field, was: live[name] }]));
}
