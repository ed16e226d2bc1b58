import * as z from "zod/mini";
import { currentSession } from "../../platform/session/session.ts";
import { safeLocalStorage } from "../../platform/storage/safe-storage.ts";
import type { MentionText } from "../mention/mention-text.ts";

/** Something that is being written. */
export type ClubDraft = {
  /** The Idempotency-Key, made when it was begun: sent again, it is still one. */
  readonly idempotencyKey: string;
  readonly title: string;
  readonly text: MentionText;
  readonly groupId: string;
  readonly activityId: string | null;
  /** Of an article that is edited, those of its pictures that stay. */
  readonly standing?: readonly string[] | undefined;
  /** Of an article that is edited, the revision that it was begun from. */
  readonly revision?: number | undefined;
};

const draftSchema = z.object({
  openId: z.nullable(z.string()),
  idempotencyKey: z.uuid(),
  title: z.string(),
  text: z.object({
    text: z.string(),
    mentions: z.array(z.object({ id: z.string(), name: z.string(), start: z.int(), end: z.int() })),
  }),
  groupId: z.string(),
  activityId: z.nullable(z.string()),
  standing: z.optional(z.array(z.string())),
  revision: z.optional(z.int()),
});
const keyOf = (place: string): string => `marque.club-draft.${place}`;
const openIdNow = (): string | null => currentSession.user()?.openId ?? null;

/**
 * What was begun at a place, by whoever is logged in; a visitor may be anybody yet. It outlives
 * reload, login and the end of the app, until it is sent or the person logs out.
 */
export function readClubDraft(place: string): ClubDraft | null {
  try {
    const kept = draftSchema.safeParse(JSON.parse(safeLocalStorage.get(keyOf(place)) ?? "null"));
    const now = openIdNow();
    if (!kept.success || (kept.data.openId !== null && now !== null && kept.data.openId !== now)) return null;
    return kept.data;
  } catch {
    return null;
  }
}

/** Keeps it; nothing in it: forgets it. */
export function storeClubDraft(place: string, one: ClubDraft): void {
  if (one.title === "" && one.text.text === "") return removeClubDraft(place);
  safeLocalStorage.set(keyOf(place), JSON.stringify({ ...one, openId: openIdNow() }));
}
export const removeClubDraft = (place: string): void => safeLocalStorage.remove(keyOf(place));
