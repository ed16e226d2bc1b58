import { sponsorLevels2 } from "#contract/activity/sponsors.ts";
import type { ActivityDetail, Series } from "#contract/activity/activity.ts";
import type { Organisation } from "#contract/organisation/organisation.ts";
import { splitPeriod } from "#contract/core/date-text.ts";
import { shownPlace, type ShownPlace } from "../card/card-facts.ts";
import { detailMessages } from "./detail-messages.ts";
import { leadActivityMessages } from "./lead-messages.ts";
import { formatCount } from "../../ui/display/format.ts";

/** Fact with a label, a value and a remark. */
export type Fact = { readonly label: string; readonly value: string; readonly remark: string | null };

/** Time of the activity: its day with the hours, or its first and last day. */
export function timeFact({ startTime, endTime }: Pick<ActivityDetail, "startTime" | "endTime">): Fact {
  const { first, second, isHours } = splitPeriod(startTime, endTime);
  return {
    label: detailMessages.facts.time,
    value: first,
    remark: isHours || second === null ? second : detailMessages.facts.until(second),
  };
}

type SeatCounts = Pick<ActivityDetail, "quota" | "remaining" | "taken">;
/**
 * Number of seats taken; null without a quota. Seats of sessions that have begun are neither taken nor left.
 */
export const takenSeatCount = ({ quota, remaining, taken }: SeatCounts): number | null =>
  quota === null || remaining === null ? null : Math.max(0, taken ?? quota - remaining);

export function seatsFact(activity: SeatCounts): Fact {
  const taken = takenSeatCount(activity);
  return {
    label: detailMessages.facts.seats,
    value:
      activity.quota === null
        ? detailMessages.facts.noQuota
        : detailMessages.facts.quota(formatCount(activity.quota)),
    remark: taken === null || taken === 0 ? null : detailMessages.facts.taken(formatCount(taken)),
  };
}

/** Way of taking part by a lead, which takes no seat. */
export const leadFact: Fact = {
  label: leadActivityMessages.way,
  value: leadActivityMessages.byLead,
  remark: leadActivityMessages.called,
};

/** Car series of the activity; unknown codes are left out. */
export function seriesFact(
  { seriesCodes, businessType }: Pick<ActivityDetail, "seriesCodes" | "businessType">,
  series: readonly Series[],
): Fact {
  const names = seriesCodes.flatMap(
    (code) => series.find(({ seriesCode }) => seriesCode === code)?.seriesName ?? [],
  );
  return {
    label: businessType === 1 ? detailMessages.facts.series : detailMessages.facts.seriesOf,
    value:
      names.length === 0 || names.length === series.length
        ? detailMessages.facts.anySeries
        : detailMessages.facts.seriesNames(names),
    remark: null,
  };
}

export const feeFact = ({ fee }: Pick<ActivityDetail, "fee">): Fact => ({
  label: detailMessages.facts.fee,
  value: fee,
  remark: null,
});

/** Sponsor: headquarters or a region; the region's code may come without its prefix (trap 14). */
export function sponsorTag({
  sponsorLevel1,
  sponsorLevel2,
  activityType,
}: Pick<ActivityDetail, "sponsorLevel1" | "sponsorLevel2" | "activityType">): string {
  const code = `VWSA${(sponsorLevel2 ?? "").replace(/^VWSA/, "")}`;
  const region: string | undefined = (sponsorLevels2 as Readonly<Record<string, string>>)[code];
  const isRegional = sponsorLevel1 === "107002" && region !== undefined;
  return detailMessages.sponsor(
    isRegional ? detailMessages.region(region) : detailMessages.headquarters,
    activityType === "online",
  );
}

/** Dealer that hosts the activity; null if no dealer does. */
export function hostingDealer({
  dealers,
  dealerName,
}: Pick<ActivityDetail, "dealers" | "dealerName">): Organisation | null {
  return dealers.find(({ name }) => name === dealerName) ?? dealers[0] ?? null;
}

/** Name of a dealer; the trial suffix is separate because it is never truncated (requirement K14). */
export const dealerName = ({ name, status }: Pick<Organisation, "name" | "status">): ShownPlace =>
  shownPlace({ activityType: "localoffline", dealerName: name, dealerStatus: status, address: "" });

/** Rules, one per line, without the numbers that the author typed. */
export const ruleLines = (rules: string): string[] =>
  rules
    .split("\n")
    .map((line) => line.trim().replace(/^\d{1,2}[.、)）]\s*/, ""))
    .filter((line) => line !== "");
