import { data } from "react-router";
import type { Cancellation } from "#contract/activity/cancellation.ts";
import { asRefusal } from "./load-failure.ts";
import { uiMessages } from "../messages.ts";

/** Why an activity is not there (contract/activity/activity.ts, showNearby); null where it was not called off. */
export const cancellationIn = (error: unknown): Cancellation | null =>
  (asRefusal(error)?.data as { calledOff?: Cancellation } | null | undefined)?.calledOff ?? null;

/** That it was called off, and why, as any page says it. */
export const cancellationMessage = ({ reason }: Cancellation): { title: string; text: string } => ({
  title: uiMessages.calledOff.title,
  text: uiMessages.calledOff.text(reason),
});

/** What a loader throws for what is not there: a 404, with what its page says where it was called off (app/pages/error-page.tsx). */
export function notFoundResponse(error?: unknown) {
  const calledOff = cancellationIn(error);
  return data(calledOff && cancellationMessage(calledOff), { status: 404 });
}
