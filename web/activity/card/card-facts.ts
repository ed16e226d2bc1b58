import type { Activity } from "#contract/activity/activity.ts";
import { trialStatus, trialSuffix } from "#contract/core/limits.ts";
import { formatShort } from "#contract/core/date-text.ts";
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

/** Fields of an activity that a card shows: a page sends no others to the browser. */
export type CardActivity = Pick<Activity, (typeof shown)[number]>;
export const toCardActivity = (activity: Activity): CardActivity =>
  Object.fromEntries(shown.map((name) => [name, activity[name]])) as CardActivity;
/** Fields of a tile in the online section, with the subtitle. */
export type TileActivity = CardActivity & Pick<Activity, "subtitle">;
export const toTileActivity = (activity: Activity): TileActivity => ({
  ...toCardActivity(activity),
  subtitle: activity.subtitle,
});

/** Path of an activity's detail page. */
export const detailPath = ({
  activityId,
  activityType,
}: Pick<Activity, "activityId" | "activityType">): string =>
  `/${activityType === "online" ? "online" : "offline"}/${activityId}`;

/** Name of a place; the trial suffix is separate because it is never truncated (requirement K14). */
export type ShownPlace = { name: string; trial: string | null };

/** Place of an activity: the dealer, else the address; online activities have none. */
export function shownPlace(
  activity: Pick<Activity, "activityType" | "dealerName" | "dealerStatus" | "address">,
): ShownPlace {
  if (activity.activityType === "online") return { name: activityMessages.card.onlinePlace, trial: null };
  const { dealerName, dealerStatus, address } = activity;
  if (dealerName === null) return { name: address, trial: null };
  const name = dealerName.endsWith(trialSuffix) ? dealerName.slice(0, -trialSuffix.length) : dealerName;
  return { name, trial: dealerStatus === trialStatus || name !== dealerName ? trialSuffix : null };
}

/** Fact at the edge of a card: seats, opening time or price; `tone` is the class of its colour. */
export type CardNote = { text: string; tone: string };

/** Free seats, the opening time of the sign-up, or the price. */
export function cardNote(activity: CardActivity): CardNote {
  const { kind } = shownStatus(activity);
  const quota = shownQuota(activity);
  if (kind === "ended") return { text: activityMessages.card.ended, tone: textCss.brand };
  if (kind === "full") return { text: activityMessages.card.full, tone: textCss.secondary };
  if (kind === "soon") {
    const opens = activity.activityType === "online" ? activity.startTime : activity.signUpStartTime;
    const textFor = quota === null ? activityMessages.card.starts : activityMessages.card.opens;
    return { text: textFor(formatShort(opens)), tone: textCss.secondary };
  }
  if (quota?.isHot) return { text: activityMessages.card.fewLeft(quota.remaining), tone: textCss.accent };
  if (quota) return { text: activityMessages.card.left(quota.remaining), tone: textCss.secondary };
  return { text: activity.fee, tone: textCss.tertiary };
}
