import type { Refusal, RefusalName } from "#contract/core/errors.ts";

/** Refusals that say nothing about the content: the server was not reached or too busy. */
const unreached: readonly RefusalName[] = ["offline", "timeout", "unreachable", "busy"];
/** Messages of Chromium, Safari and Firefox for a script that failed to load. */
const SCRIPT_LOAD_MESSAGE = /dynamically imported module|module script failed/i;

/** Whether a script could not be loaded, for example offline before its first use. */
export const isScriptLoadError = (error: unknown): boolean =>
  error instanceof TypeError && SCRIPT_LOAD_MESSAGE.test(error.message);

/** Whether the server was not reached, so that cached data may be shown (requirement Q13). */
export const isServerUnreachable = (error: unknown): boolean =>
  isScriptLoadError(error) ||
  (error instanceof Error && error.name === "Refusal" && unreached.includes((error as Refusal).refusal));

/** Whether the same call may succeed in a moment: the server was not reached, or has an error of its own. */
export const isTemporaryFailure = (error: unknown): boolean =>
  isServerUnreachable(error) ||
  (error instanceof Error && error.name === "Refusal" && (error as Refusal).refusal === "internal");
