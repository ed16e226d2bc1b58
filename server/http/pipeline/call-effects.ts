import type { Call } from "#contract/core/call.ts";
import type { Caller } from "./caller.ts";

/** Whether a call changes nothing. */
export const isRead = ({ method, acts }: Call): boolean => method === "GET" && acts !== true;

/**
 * Whether a call may be done twice: it only reads, or its idempotency key gives the same answer again, as when the page
 * sends it once more.
 */
export const isRepeatable = (call: Call, { idempotencyKey }: Caller): boolean =>
  isRead(call) || (idempotencyKey !== null && idempotencyKey !== "");

/** Whether the arguments ask for a preview, which shows what an operator has just saved. */
export const asksForDraft = (args: unknown): boolean =>
  typeof args === "object" && args !== null && "preview" in args && args.preview !== undefined;
