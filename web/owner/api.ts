import { listSeries, type Series } from "#contract/activity/activity.ts";
import type { ArgsOf, Send } from "#contract/core/call.ts";
import { applyAsOwner, updateCarInfo, type OwnerState } from "#contract/owner/owner.ts";

const quiet = { isSilent: true } as const;

/** The logged-in user's owner state; an application under review is polled. @throws Refusal */
export const loadOwnerState = (send: Send): Promise<OwnerState> => send(updateCarInfo, {}, quiet);
/** Car series in display order. @throws Refusal */
export const loadSeriesChoices = (send: Send): Promise<Series[]> => send(listSeries, {}, quiet);
/** @throws Refusal; errors of the form are in its `fields` */
export const sendApplication = (send: Send, form: ArgsOf<typeof applyAsOwner>): Promise<OwnerState> =>
  send(applyAsOwner, form);
