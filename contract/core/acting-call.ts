import type { Call } from "./call.ts";

/**
 * Whether a call does something for the caller, as opposed to reading. In a mini-program such a call needs a mobile
 * (requirement E16). It is every call for people with a session that is no GET; a call declares `acts` where that is
 * wrong.
 */
export const actsForPerson = (call: Pick<Call, "audience" | "method" | "acts">): boolean =>
  call.audience !== "anyone" && (call.acts ?? call.method !== "GET");
