import type { Activity } from "#contract/activity/activity.ts";
import { trialStatus, trialSuffix } from "#contract/core/limits.ts";
import { formatShort } from "../../ui/display/format.ts";
import { shownQuota, shownStatus } from "../status.ts";
import { activityMessages } from "../messages.ts";
import * as textCss from "../../ui/styles/text.module.css";

const shown = [
  "activityId",
  "title",
  "coverUrl",
  "activityType",
  "businessType",
  "status",
  "startTime",
  "endTime",
  "signUpStartTime",
  "address",
  "dealerName",
  "dealerStatus",
  "distance",
  "quota",
  "remaining",
  "fee",
] as const satisfies readonly (keyof Activity)[];

/** What a card shows of an activity: a page carries no more of it to the browser. */
export type CardActivity = Pick<Activity, (typeof shown)[number]>;
export const toCardActivity = (activity: Activity): CardActivity =>
  Object.fromEntries(shown.map((name) => [name, activity[name]])) as CardActivity;
/** A tile of the online section has the subtitle too. */
export type TileActivity = CardActivity & Pick<Activity, "subtitle">;
export const toTileActivity = (activity: Activity): TileActivity => ({
  ...toCardActivity(activity),
  subtitle: activity.subtitle,
});

/** Address of an activity's detail page. */
export const detailPath = ({
  activityId,
  activityType,
}: Pick<Activity, "activityId" | "activityType">): string =>
  `/${activityType === "online" ? "online" : "offline"}/${activityId}`;

/** A place's name; the trial suffix apart, since it is never cut (requirement K14). */
export type ShownPlace = { name: string; trial: string | null };

/** Where it is held: the dealer, else the address; online ones have no place. */
export function shownPlace(
  activity: Pick<Activity, "activityType" | "dealerName" | "dealerStatus" | "address">,
): ShownPlace {
  if (activity.activityType === "online") return { name: activityMessages.card.onlinePlace, trial: null };
  const { dealerName, dealerStatus, address } = activity;
  if (dealerName === null) return { name: address, trial: null };
  const name = dealerName.endsWith(trialSuffix) ? dealerName.slice(0, -trialSuffix.length) : dealerName;
  return { name, trial: dealerStatus === trialStatus || name !== dealerName ? trialSuffix : null };
}

/** The one fact at a card's edge: seats, opening time or price; `tone` is the class of its colour. */
export type CardNote = { text: string; tone: string };

/** Seats left, when sign-up opens, or what it costs. */
export function cardNote(activity: CardActivity): CardNote {
  const { kind } = shownStatus(activity);
  const quota = shownQuota(activity);
  if (kind === "ended") return { text: activityMessages.card.ended, tone: textCss.brand };
  if (kind === "full") return { text: activityMessages.card.full, tone: textCss.secondary };
  if (kind === "soon") {
    const opens = activity.activityType === "online" ? activity.startTime : activity.signUpStartTime;
    const told = quota === null ? activityMessages.card.starts : activityMessages.card.opens;
    return { text: told(formatShort(opens)), tone: textCss.secondary };
  }
  if (quota?.isHot) return { text: activityMessages.card.fewLeft(quota.remaining), tone: textCss.accent };
  if (quota) return { text: activityMessages.card.left(quota.remaining), tone: textCss.secondary };
  return { text: activity.fee, tone: textCss.tertiary };
}
