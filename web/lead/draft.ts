import * as z from "zod/mini";
import { newUuid } from "../platform/http/request.ts";
import { sessionStore } from "../platform/storage/safe-storage.ts";
import { sessionKey } from "../platform/storage/session-values.ts";
import type { LeadValues } from "./lead-values.ts";

/** A form that was begun: it outlives reload, login and Back, as long as the tab (requirement L21). */
export type Draft = {
  /** The Idempotency-Key, made when the form was opened. */
  readonly idempotencyKey: string;
  /** Who filled it in; null for a visitor. */
  readonly openId: string | null;
  readonly values: LeadValues;
};

const text = z.string();
const draft = z.object({
  idempotencyKey: z.uuid(),
  openId: z.nullable(text),
  values: z.object({
    name: text,
    isOtherMobile: z.boolean(),
    mobile: text,
    cityCode: text,
    cityName: text,
    dealerId: text,
    seriesCode: text,
    answers: z.record(text, text),
    consent: z.boolean(),
  }),
});
const keyOf = (activityId: string): string => sessionKey(`lead.${activityId}`);

export const newDraft = (openId: string | null, values: LeadValues): Draft => ({
  idempotencyKey: newUuid(),
  openId,
  values,
});

/** The form begun for an activity; null where there is none, it is unreadable, or somebody else's. */
export function readDraft(activityId: string, openId: string | null): Draft | null {
  try {
    const kept = draft.safeParse(JSON.parse(sessionStore.get(keyOf(activityId)) ?? "null"));
    if (!kept.success) return null;
    const isForeign = kept.data.openId !== null && openId !== null && kept.data.openId !== openId;
    return isForeign ? null : kept.data;
  } catch {
    return null;
  }
}

export const keepDraft = (activityId: string, one: Draft): void =>
  sessionStore.set(keyOf(activityId), JSON.stringify(one));
export const dropDraft = (activityId: string): void => sessionStore.remove(keyOf(activityId));
