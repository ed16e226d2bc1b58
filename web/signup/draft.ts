import * as z from "zod/mini";
import { newUuid } from "../platform/http/request.ts";
import { sessionStore } from "../platform/storage/safe-storage.ts";
import { sessionKey } from "../platform/storage/session-values.ts";
import { emptyValues, type FormValues } from "./form-values.ts";

/**
 * A form that was begun. It lives as long as the tab, outlives reload, login and Back (requirement
 * L21), and never holds an SMS code; a mobile number only where it is not the person's bound one.
 */
export type Draft = {
  /** The Idempotency-Key, made when the form was opened. */
  readonly idempotencyKey: string;
  /** Who filled it in; null for a visitor, whose draft goes with them into the login. */
  readonly openId: string | null;
  readonly values: FormValues;
};

const text = z.string();
const draft = z.object({
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

export const newDraft = (openId: string | null): Draft => ({
  idempotencyKey: newUuid(),
  openId,
  values: emptyValues,
});

/** Whether a draft was filled in by somebody else than who is logged in now; a visitor may be anybody yet. */
export const isForeign = (one: Draft, openId: string | null): boolean =>
  one.openId !== null && openId !== null && one.openId !== openId;

/** The form begun for an activity; null where there is none, it is unreadable, or somebody else's. */
export function readDraft(activityId: string, openId: string | null): Draft | null {
  try {
    const kept = draft.safeParse(JSON.parse(sessionStore.get(keyOf(activityId)) ?? "null"));
    return kept.success && !isForeign(kept.data, openId) ? kept.data : null;
  } catch {
    return null;
  }
}

export function keepDraft(activityId: string, { values, ...rest }: Draft): void {
  const mobile = values.isOtherMobile ? values.mobile : "";
  sessionStore.set(
    keyOf(activityId),
    JSON.stringify({ ...rest, values: { ...values, mobile, smsCode: "" } }),
  );
}

export const dropDraft = (activityId: string): void => sessionStore.remove(keyOf(activityId));
