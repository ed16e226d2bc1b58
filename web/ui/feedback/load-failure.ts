import { isRouteErrorResponse } from "react-router";
import type { Refusal, RefusalName } from "#contract/core/errors.ts";
import { isScriptLoadError } from "../../platform/http/network-errors.ts";
import type { IllustrationKind } from "../media/illustration.tsx";
import { uiMessages } from "../messages.ts";

export type LoadFailure = {
  art: IllustrationKind;
  title: string;
  text: string;
  /** The request that failed, as the server's log names it; null where none arrived. */
  requestId: string | null;
};

/**
 * The refusal that an error is, if it is one. By its name and not its class: while rendering on
 * the server, calls are answered by the server's own copy of the contract.
 */
export const asRefusal = (error: unknown): Refusal | null =>
  error instanceof Error && error.name === "Refusal" ? (error as Refusal) : null;

type Told = Pick<Refusal, "refusal" | "message" | "requestId">;
/** A refusal, or what a page that could not be rendered says of one (platform/http/loader-failure.ts). */
function toldBy(reason: unknown): Told | null {
  if (!isRouteErrorResponse(reason)) return asRefusal(reason);
  const told = reason.data as Partial<Told> | null;
  return typeof told?.refusal === "string" && typeof told.message === "string" ? (told as Told) : null;
}

const overloaded: readonly RefusalName[] = ["timeout", "busy", "tooMany"];

/** How a failed load is told: no network, too many people, or the refusal's own words. */
export function describeFailure(reason: unknown): LoadFailure {
  const told = toldBy(reason);
  const requestId = told?.requestId ?? null;
  if (told?.refusal === "offline" || isScriptLoadError(reason))
    return { art: "net", ...uiMessages.offline, requestId };
  if (told === null || overloaded.includes(told.refusal))
    return { art: "busy", ...uiMessages.busy, requestId };
  // What is not there will not be there later.
  const text = told.refusal === "notFound" ? "" : uiMessages.tryAgain;
  return { art: "road", title: told.message, text, requestId };
}
