import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { newUuid } from "../../platform/http/random-ids.ts";
import { safeLocalStorage } from "../../platform/storage/safe-storage.ts";

const KEY = "marque.order-keys";
const MOST = 20;
/** Time after which a submission without an answer is not continued, ms: its order has lapsed by then. */
const UNANSWERED_TIME = 30 * 60_000;

/** A submission of this device. @property body hash of person and request @property time of its first try, ms */
type Submission = {
  readonly body: string;
  readonly key: string;
  readonly time: number;
  readonly isAnswered: boolean;
};

function isSubmission(value: unknown): value is Submission {
  if (typeof value !== "object" || value === null) return false;
  const { body, key, time, isAnswered } = value as Partial<Submission>;
  return (
    [body, key].every((text) => typeof text === "string") &&
    Number.isFinite(time) &&
    typeof isAnswered === "boolean"
  );
}
function stored(): Submission[] {
  try {
    const value: unknown = JSON.parse(safeLocalStorage.get(KEY) ?? "[]");
    return Array.isArray(value) ? value.filter(isSubmission) : [];
  } catch {
    return [];
  }
}
const store = (submissions: readonly Submission[]): void =>
  safeLocalStorage.set(KEY, JSON.stringify(submissions.slice(0, MOST)));

/**
 * Idempotency key of a submission. The same request has the same key while its answer is unknown, also after a reload,
 * and in a tab that was open when another tab submitted it, so that neither is a second order (requirements MA16, MA106).
 * @param request person and body
 * @param openedAt time when this checkout was opened, ms
 */
export function submissionKey(request: unknown, openedAt: number, now = Date.now()): string {
  const body = bytesToHex(sha256(utf8ToBytes(JSON.stringify(request))));
  const before = stored();
  const same = before.find(
    (one) => one.body === body && (one.isAnswered ? one.time >= openedAt : one.time > now - UNANSWERED_TIME),
  );
  if (same !== undefined) return same.key;
  const made = { body, key: newUuid(), time: now, isAnswered: false };
  store([made, ...before.filter((one) => one.body !== body)]);
  return made.key;
}

/** Marks a submission as answered: a checkout that is opened from now on places an order of its own. */
export const markAnswered = (key: string): void =>
  store(stored().map((one) => (one.key === key ? { ...one, isAnswered: true } : one)));
