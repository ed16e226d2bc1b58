import * as z from "zod/mini";
import { currentSession } from "../../platform/session/session.ts";
import { safeLocalStorage } from "../../platform/storage/safe-storage.ts";
import type { MentionText } from "../mention/mention-text.ts";

/** Unsent article or comment. */
export type ClubDraft = {
  /** Idempotency-Key, generated with the draft, so that sending it twice publishes it once. */
  readonly idempotencyKey: string;
  readonly title: string;
  readonly text: MentionText;
  readonly groupId: string;
  readonly activityId: string | null;
  /** Ids of the article's pictures that the edit keeps; only in drafts of edits. */
  readonly standing?: readonly string[] | undefined;
  /** Revision of the article on which the edit is based; only in drafts of edits. */
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
const storageKeyOf = (draftKey: string): string => `marque.club-draft.${draftKey}`;
const currentOpenId = (): string | null => currentSession.user()?.openId ?? null;

/**
 * Reads the draft of the logged-in person; drafts of a visitor and drafts read by a visitor match everybody. A draft
 * survives reload, login and the end of the app, until it is sent or the person logs out.
 */
export function readClubDraft(draftKey: string): ClubDraft | null {
  try {
    const draft = draftSchema.safeParse(JSON.parse(safeLocalStorage.get(storageKeyOf(draftKey)) ?? "null"));
    if (!draft.success) return null;
    const openId = currentOpenId();
    const isOthers = draft.data.openId !== null && openId !== null && draft.data.openId !== openId;
    return isOthers ? null : draft.data;
  } catch {
    return null;
  }
}

/** Stores a draft; removes it if it is empty. */
export function storeClubDraft(draftKey: string, draft: ClubDraft): void {
  if (draft.title === "" && draft.text.text === "") return removeClubDraft(draftKey);
  safeLocalStorage.set(storageKeyOf(draftKey), JSON.stringify({ ...draft, openId: currentOpenId() }));
}
export const removeClubDraft = (draftKey: string): void => safeLocalStorage.remove(storageKeyOf(draftKey));
