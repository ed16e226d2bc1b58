import { newUuid } from "../platform/http/request.ts";
import { sessionStore } from "../platform/storage/safe-storage.ts";
import { sessionKey } from "../platform/storage/session-values.ts";
import { emptyValues, type LeadValues } from "./lead-values.ts";

/** A form that was begun: it outlives reload, login and Back, as long as the tab (requirement L21). */
export type Draft = {
  /** The Idempotency-Key, made when the form was opened. */
  readonly idempotencyKey: string;
  /** Who filled it in; null for a visitor. */
  readonly openId: string | null;
  readonly values: LeadValues;
};

type Loose = Readonly<Record<string, unknown>>;
const isLoose = (value: unknown): value is Loose => typeof value === "object" && value !== null;

/**
 * What the tab kept, where it is still what this release keeps. By hand: the page reads it before its
 * first paint is over, and schemas would be a third of the page's own script.
 */
function parsedDraft(kept: unknown): Draft | null {
  if (!isLoose(kept) || !isLoose(kept["values"])) return null;
  const { idempotencyKey, openId, values } = kept;
  const isWhole =
    typeof idempotencyKey === "string" &&
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(idempotencyKey) &&
    (openId === null || typeof openId === "string") &&
    Object.entries(emptyValues).every(([name, empty]) => typeof values[name] === typeof empty) &&
    isLoose(values["answers"]) &&
    Object.values(values["answers"]).every((answer) => typeof answer === "string");
  return isWhole ? (kept as Draft) : null;
}
const keyOf = (activityId: string): string => sessionKey(`lead.${activityId}`);

export const newDraft = (openId: string | null, values: LeadValues): Draft => ({
  idempotencyKey: newUuid(),
  openId,
  values,
});

/** The form begun for an activity; null where there is none, it is unreadable, or somebody else's. */
export function readDraft(activityId: string, openId: string | null): Draft | null {
  try {
    const kept = parsedDraft(JSON.parse(sessionStore.get(keyOf(activityId)) ?? "null"));
    const isForeign = kept !== null && kept.openId !== null && openId !== null && kept.openId !== openId;
    return isForeign ? null : kept;
  } catch {
    return null;
  }
}

/** What a visitor filled in is theirs from the login on, and no next person's. */
export function claimDraft(activityId: string, openId: string): void {
  const kept = readDraft(activityId, openId);
  if (kept !== null && kept.openId === null) keepDraft(activityId, { ...kept, openId });
}

export const keepDraft = (activityId: string, one: Draft): void =>
  sessionStore.set(keyOf(activityId), JSON.stringify(one));
export const dropDraft = (activityId: string): void => sessionStore.remove(keyOf(activityId));
