import { formatDate } from "#contract/core/date-text.ts";
import type { NewActivity } from "../../server/activity/index.ts";
import { DAY, HOUR, seasonOf, timeOnDay } from "../calendar.ts";
import type { ScheduledActivity } from "./scheduling.ts";
import { seededHash, seededFraction } from "../seeded-hash.ts";
import { demoId } from "../ids.ts";
import type { PictureUrls } from "../pictures.ts";
import type { DemoPlace, DemoPlaces } from "../location/places.ts";
import { demoRegionOf } from "../location/regions.ts";
import { planSeating, type SeatingPlan } from "./seating.ts";
import { nonEmptyLines, splitAtBar, toHtml } from "../text-templates.ts";
import { activityLinkCode, writeActivityTexts } from "./activity-texts.ts";

/** Maximum number of dealers that hold one activity. */
const MAX_HOSTS = 3;
const landmarks = [
  "导航到停车场后，找插着青岚旗的那一排车。",
  "集合点有青岚灯箱和签到桌，早到可以先领热饮。",
  "停好车后跟着地上的青色箭头走，工作人员在入口等你。",
] as const;

/**
 * Dealers that hold it: the dealer itself and others of its kind, or for a spot the city's nearest dealer.
 */
function dealersHolding({ concept, place, city }: ScheduledActivity, places: DemoPlaces): DemoPlace[] {
  const dealers = places.placesOf(city.code).filter(({ dealer }) => dealer !== null);
  if (place.dealer === null) {
    const distance = (one: DemoPlace) =>
      Math.hypot(one.longitude - place.longitude, one.latitude - place.latitude);
    return dealers.sort((one, other) => distance(one) - distance(other)).slice(0, 1);
  }
  if (!concept.isMultiDealer) return [place];
  const others = dealers.filter((one) => one !== place && concept.venueKinds.includes(one.kind));
  return [place, ...others].slice(0, MAX_HOSTS);
}

/** Sign-up period; ms. */
function signUpPeriodOf(
  { slot, midnight }: ScheduledActivity,
  { startTime, endTime, sessions }: SeatingPlan,
): [number, number] {
  const open = timeOnDay(midnight - slot.opens * DAY, "10:00");
  const last = Math.max(startTime, ...sessions.map((session) => session.startTime));
  if (endTime - startTime > DAY) return [open, last - HOUR];
  // Activities of the coming weekend stay open until shortly before, others close two days ahead.
  return [open, slot.week === -1 ? last - 2 * HOUR : timeOnDay(midnight - 2 * DAY, "18:00")];
}

/** Meeting point: directions to a dealer, or a landmark at a spot. */
function meetingPointText(place: DemoPlace, salt: string): string {
  const sign = landmarks[seededHash(salt) % landmarks.length] ?? "";
  if (place.dealer !== null) return toHtml(`# 怎么来\n${place.address}。${place.note}。`, "");
  return toHtml(`# 集合地点\n${place.address}。${sign}`, "");
}

/**
 * Creates an offline activity.
 * @param ids its number among all, its turn among those of its concept, and the number of its first session
 */
export function toOfflineActivity(
  scheduled: ScheduledActivity,
  ids: { readonly number: number; readonly turn: number; readonly firstSession: number },
  places: DemoPlaces,
  pictures: PictureUrls,
): NewActivity {
  const { city, concept, place, slot, midnight } = scheduled;
  const activityId = demoId("activity", ids.number);
  const hosts = dealersHolding(scheduled, places);
  const dealerIds = hosts.flatMap(({ dealer }) => (dealer ? [dealer.id] : []));
  const own = place.dealer === null ? [] : dealerIds;
  const seating = planSeating(concept, midnight, own, slot.state, activityId);
  const [signUpStartTime, signUpEndTime] = signUpPeriodOf(scheduled, seating);
  const values = {
    city: city.name,
    place: place.name,
    dealer: place.dealer?.name ?? place.name,
    date: formatDate(seating.startTime),
    season: `${seasonOf(seating.startTime)}日`,
    seats: String(seating.quota ?? ""),
  };
  const region = demoRegionOf(city.code);
  // Activities at tracks and mountains are more often held by headquarters.
  const isHeadquarters = seededFraction(`sponsor ${activityId}`) < (place.dealer === null ? 0.3 : 0.08);
  return {
    ...writeActivityTexts(concept, values, ids.turn, pictures, [
      place.dealer === null ? toHtml(place.note, "") : "",
      meetingPointText(place, activityId),
    ]),
    activityId,
    activityType: "localoffline",
    sponsorLevel1: isHeadquarters ? "107001" : "107002",
    sponsorLevel2: isHeadquarters ? null : region.code,
    sec: activityLinkCode(activityId),
    processKey: `QLP${activityId.slice(-6)}`,
    nodeKey: concept.pageType === "signup" ? "signup" : "lead",
    startTime: seating.startTime,
    endTime: seating.endTime,
    signUpStartTime,
    signUpEndTime,
    provinceCode: `${city.code.slice(0, 2)}0000`,
    cityCode: city.code,
    address: place.address,
    longitude: place.longitude,
    latitude: place.latitude,
    quota: seating.quota,
    taken: seating.taken,
    dealerId: place.dealer?.id ?? null,
    dealerIds,
    agenda: nonEmptyLines(concept.agenda).map((line) => {
      const [head, remark] = splitAtBar(line);
      return { time: head.slice(0, 5), title: head.slice(6), remark };
    }),
    asks: { series: concept.asksSeries, dealer: own.length > 1, session: seating.sessions.length > 0 },
    blocks: [],
    sessions: seating.sessions.map((session, at) => ({
      sessionId: demoId("session", ids.firstSession + at),
      ...session,
    })),
  };
}
