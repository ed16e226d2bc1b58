import { isRouteErrorResponse } from "react-router";
import type { Refusal, RefusalName } from "#contract/core/errors.ts";
import { isScriptLoadError } from "../../platform/http/network-errors.ts";
import type { IllustrationKind } from "../media/illustration.tsx";
import { uiMessages } from "../messages.ts";

export type LoadFailure = {
  art: IllustrationKind;
  title: string;
  text: string;
  /** Id of the failed request as in the server's log; null if the request never arrived. */
  requestId: string | null;
};

/**
 * The error as a refusal, or null. Checks the name and not the class, because on the server calls are
 * answered by the server's own copy of the contract.
 */
export const asRefusal = (error: unknown): Refusal | null =>
  error instanceof Error && error.name === "Refusal" ? (error as Refusal) : null;

type RefusalSummary = Pick<Refusal, "refusal" | "message" | "requestId">;
/** Refusal of a call, or of a page that failed to render (platform/http/loader-failure.ts). */
function refusalSummaryOf(reason: unknown): RefusalSummary | null {
  if (!isRouteErrorResponse(reason)) return asRefusal(reason);
  const refusal = reason.data as Partial<RefusalSummary> | null;
  return typeof refusal?.refusal === "string" && typeof refusal.message === "string"
    ? (refusal as RefusalSummary)
    : null;
}

const overloaded: readonly RefusalName[] = ["timeout", "busy", "tooMany"];

/** Texts of a failure: no network, overload, the refusal's own message, or an error of the page itself. */
export function describeFailure(reason: unknown): LoadFailure {
  const refusal = refusalSummaryOf(reason);
  const requestId = refusal?.requestId ?? null;
  if (refusal?.refusal === "offline" || isScriptLoadError(reason))
    return { art: "net", ...uiMessages.offline, requestId };
  const isUnavailable = isRouteErrorResponse(reason) && reason.status === 503;
  if (refusal === null && !isUnavailable) return { art: "road", ...uiMessages.broken, requestId };
  if (refusal === null || overloaded.includes(refusal.refusal))
    return { art: "busy", ...uiMessages.busy, requestId };
  // A retry cannot help when the thing does not exist.
  const text = refusal.refusal === "notFound" ? "" : uiMessages.tryAgain;
  return { art: "road", title: refusal.message, text, requestId };
}
