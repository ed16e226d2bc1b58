import { data } from "react-router";
import type { CalledOff } from "#contract/called-off.ts";
import { refusalOf } from "./failure.ts";
import { words } from "./words.ts";

/** Why an activity is not there (contract/activity.ts, showNearby); null where it was not called off. */
export const calledOffIn = (error: unknown): CalledOff | null =>
  (refusalOf(error)?.data as { calledOff?: CalledOff } | null | undefined)?.calledOff ?? null;

/** That it was called off, and why, as any page says it. */
export const calledOffSaid = ({ reason }: CalledOff): { title: string; text: string } => ({
  title: words.calledOff.title,
  text: words.calledOff.text(reason),
});

/** What a loader throws for what is not there: a 404, with what its page says where it was called off (app/error-page.tsx). */
export function missing(error?: unknown) {
  const calledOff = calledOffIn(error);
  return data(calledOff && calledOffSaid(calledOff), { status: 404 });
}
