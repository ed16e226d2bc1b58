import { data } from "react-router";
import type { Cancellation } from "#contract/activity/cancellation.ts";
import { asRefusal } from "./load-failure.ts";
import { closedMessages } from "./closed-messages.ts";

/**
 * Reason why an activity was cancelled (contract/activity/activity.ts, showNearby); null if it was not
 * cancelled.
 */
export const cancellationIn = (error: unknown): Cancellation | null =>
  (asRefusal(error)?.data as { calledOff?: Cancellation } | null | undefined)?.calledOff ?? null;

/** Title and text of a cancelled activity, the same on every page. */
export const cancellationMessage = ({ reason }: Cancellation): { title: string; text: string } => ({
  title: closedMessages.calledOff.title,
  text: closedMessages.calledOff.text(reason),
});

/**
 * 404 for a loader to throw; its data has the texts of a cancelled activity, which app/pages/error-page.tsx
 * shows.
 */
export function notFoundResponse(error?: unknown) {
  const calledOff = cancellationIn(error);
  return data(calledOff && cancellationMessage(calledOff), { status: 404 });
}
