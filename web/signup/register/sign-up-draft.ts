import * as z from "zod/mini";
import { newUuid } from "../../platform/http/random-ids.ts";
import { safeSessionStorage } from "../../platform/storage/safe-storage.ts";
import { sessionKey } from "../../platform/storage/session-storage-keys.ts";
import { emptySignUpValues, type FormValues } from "./form-values.ts";

/**
 * Draft of a form. It lives as long as the tab, outlives reload, login and Back (requirement L21), never
 * contains an SMS code, and contains a mobile number only if it is not the bound one.
 */
export type SignUpDraft = {
  /** Idempotency-Key, created when the form was opened. */
  readonly idempotencyKey: string;
  /** Author of the draft; null for a visitor, who keeps it through the login. */
  readonly openId: string | null;
  readonly values: FormValues;
};

const text = z.string();
const draftSchema = z.object({
  idempotencyKey: z.uuid(),
  openId: z.nullable(text),
  values: z.object({
    seriesCode: text,
    dealerId: text,
    date: text,
    sessionId: text,
    // Older drafts lack this field.
    waits: z._default(z.boolean(), false),
    answers: z.record(text, text),
    name: text,
    isOtherMobile: z.boolean(),
    mobile: text,
    smsCode: text,
    consent: z.boolean(),
  }),
});
const keyOf = (activityId: string): string => sessionKey(`sign-up.${activityId}`);

export const newSignUpDraft = (openId: string | null): SignUpDraft => ({
  idempotencyKey: newUuid(),
  openId,
  values: emptySignUpValues,
});

/** Whether another person wrote the draft; a visitor's draft belongs to anyone. */
export const isByOtherPerson = (draft: SignUpDraft, openId: string | null): boolean =>
  draft.openId !== null && openId !== null && draft.openId !== openId;

/** Draft for an activity; null if there is none, it is invalid, or another person wrote it. */
export function readSignUpDraft(activityId: string, openId: string | null): SignUpDraft | null {
  try {
    const stored = draftSchema.safeParse(JSON.parse(safeSessionStorage.get(keyOf(activityId)) ?? "null"));
    return stored.success && !isByOtherPerson(stored.data, openId) ? stored.data : null;
  } catch {
    return null;
  }
}

export function storeSignUpDraft(activityId: string, { values, ...rest }: SignUpDraft): void {
  const mobile = values.isOtherMobile ? values.mobile : "";
  safeSessionStorage.set(
    keyOf(activityId),
    JSON.stringify({ ...rest, values: { ...values, mobile, smsCode: "" } }),
  );
}

export const removeSignUpDraft = (activityId: string): void => safeSessionStorage.remove(keyOf(activityId));
