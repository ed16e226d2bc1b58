import type { Refusal, RefusalName } from "#contract/core/errors.ts";

/** Refusals that say nothing about the content: the server was not reached, or had no time. */
const unreached: readonly RefusalName[] = ["offline", "timeout", "unreachable", "busy"];
/** What browsers say of a script that did not arrive: Chromium, Safari, Firefox. */
const lost = /dynamically imported module|module script failed/i;

/** Whether a script of ours could not be loaded, as happens offline before it was first needed. */
export const isScriptLoadError = (error: unknown): boolean =>
  error instanceof TypeError && lost.test(error.message);

/** Whether a load failed on the way: what was kept from before may stand in (requirement Q13). */
export const isServerUnreachable = (error: unknown): boolean =>
  isScriptLoadError(error) ||
  (error instanceof Error && error.name === "Refusal" && unreached.includes((error as Refusal).refusal));
