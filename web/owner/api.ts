import { listSeries, type Series } from "#contract/activity/activity.ts";
import type { ArgsOf, Send } from "#contract/core/call.ts";
import { applyAsOwner, updateCarInfo, type OwnerState } from "#contract/owner/owner.ts";

const quiet = { isSilent: true } as const;

/** Where the logged-in person stands; what is under review is asked after again. @throws Refusal */
export const loadOwnerState = (send: Send): Promise<OwnerState> => send(updateCarInfo, {}, quiet);
/** Car series in showing order. @throws Refusal */
export const loadSeriesChoices = (send: Send): Promise<Series[]> => send(listSeries, {}, quiet);
/** @throws Refusal; what is wrong with the form stands in its `fields` */
export const sendApplication = (send: Send, form: ArgsOf<typeof applyAsOwner>): Promise<OwnerState> =>
  send(applyAsOwner, form);
