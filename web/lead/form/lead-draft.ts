import { newUuid } from "../../platform/http/random-ids.ts";
import { safeSessionStorage } from "../../platform/storage/safe-storage.ts";
import { sessionKey } from "../../platform/storage/session-storage-keys.ts";
import { emptyLeadValues, type LeadValues } from "./lead-values.ts";

/** Draft of a form: survives reload, login and Back within the tab (requirement L21). */
export type LeadDraft = {
  /** Idempotency-Key, created when the form was opened. */
  readonly idempotencyKey: string;
  /** User who filled it in; null for a visitor. */
  readonly openId: string | null;
  readonly values: LeadValues;
};

type UncheckedDraft = Readonly<Record<string, unknown>>;
const isUncheckedDraft = (value: unknown): value is UncheckedDraft =>
  typeof value === "object" && value !== null;

/**
 * Parses a stored draft of the current release. Hand-written because it runs before the first paint, and
 * schemas would be a third of the page's script.
 */
function parsedDraft(stored: unknown): LeadDraft | null {
  if (!isUncheckedDraft(stored) || !isUncheckedDraft(stored["values"])) return null;
  const { idempotencyKey, openId, values } = stored;
  const isValid =
    typeof idempotencyKey === "string" &&
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(idempotencyKey) &&
    (openId === null || typeof openId === "string") &&
    Object.entries(emptyLeadValues).every(([name, empty]) => typeof values[name] === typeof empty) &&
    isUncheckedDraft(values["answers"]) &&
    Object.values(values["answers"]).every((answer) => typeof answer === "string");
  return isValid ? (stored as LeadDraft) : null;
}
const keyOf = (activityId: string): string => sessionKey(`lead.${activityId}`);

export const newLeadDraft = (openId: string | null, values: LeadValues): LeadDraft => ({
  idempotencyKey: newUuid(),
  openId,
  values,
});

/** The draft for an activity; null if there is none, it is unreadable, or belongs to another user. */
export function readLeadDraft(activityId: string, openId: string | null): LeadDraft | null {
  try {
    const stored = parsedDraft(JSON.parse(safeSessionStorage.get(keyOf(activityId)) ?? "null"));
    const isForeign =
      stored !== null && stored.openId !== null && openId !== null && stored.openId !== openId;
    return isForeign ? null : stored;
  } catch {
    return null;
  }
}

/** Assigns a visitor's draft to the user who logs in, so that no later user gets it. */
export function claimLeadDraft(activityId: string, openId: string): void {
  const stored = readLeadDraft(activityId, openId);
  if (stored !== null && stored.openId === null) storeLeadDraft(activityId, { ...stored, openId });
}

export const storeLeadDraft = (activityId: string, one: LeadDraft): void =>
  safeSessionStorage.set(keyOf(activityId), JSON.stringify(one));
export const removeLeadDraft = (activityId: string): void => safeSessionStorage.remove(keyOf(activityId));
