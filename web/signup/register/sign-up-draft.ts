import * as z from "zod/mini";
import { newUuid } from "../../platform/http/build-request.ts";
import { safeSessionStorage } from "../../platform/storage/safe-storage.ts";
import { sessionKey } from "../../platform/storage/session-storage-keys.ts";
import { emptySignUpValues, type FormValues } from "./form-values.ts";

/**
 * A form that was begun. It lives as long as the tab, outlives reload, login and Back (requirement
 * L21), and never holds an SMS code; a mobile number only where it is not the person's bound one.
 */
export type SignUpDraft = {
  /** The Idempotency-Key, made when the form was opened. */
  readonly idempotencyKey: string;
  /** Who filled it in; null for a visitor, whose draft goes with them into the login. */
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
    // Drafts of before know nothing of it.
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

/** Whether a draft was filled in by somebody else than who is logged in now; a visitor may be anybody yet. */
export const isOtherPersons = (one: SignUpDraft, openId: string | null): boolean =>
  one.openId !== null && openId !== null && one.openId !== openId;

/** The form begun for an activity; null where there is none, it is unreadable, or somebody else's. */
export function readSignUpDraft(activityId: string, openId: string | null): SignUpDraft | null {
  try {
    const kept = draftSchema.safeParse(JSON.parse(safeSessionStorage.get(keyOf(activityId)) ?? "null"));
    return kept.success && !isOtherPersons(kept.data, openId) ? kept.data : null;
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
