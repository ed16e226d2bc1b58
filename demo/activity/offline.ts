import type { NewActivity } from "../../server/activity/index.ts";
import { DAY, HOUR, dateText, seasonOf, timeOnDay } from "../calendar.ts";
import type { ScheduledActivity } from "./scheduling.ts";
import { seededHash, seededFraction } from "../seeded-hash.ts";
import { demoId } from "../ids.ts";
import type { PictureUrls } from "../pictures.ts";
import type { DemoPlace, DemoPlaces } from "../location/places.ts";
import { demoRegionOf } from "../location/regions.ts";
import { planSeating, type SeatingPlan } from "./seating.ts";
import { nonEmptyLines, splitAtBar, toHtml } from "../text-templates.ts";
import { activityLinkCode, writeActivityTexts } from "./activity-texts.ts";

/** Dealers in reach of an event at most. */
const MOST_HOSTS = 3;
const signs = [
  "导航到停车场后，找插着青岚旗的那一排车。",
  "集合点有青岚灯箱和签到桌，早到可以先领热饮。",
  "停好车后跟着地上的青色箭头走，工作人员在入口等你。",
] as const;

/** Who holds it: the dealer itself and others of its kind, or for a spot the city's nearest centre. */
function hostsOf({ concept, place, city }: ScheduledActivity, places: DemoPlaces): DemoPlace[] {
  const dealers = places.placesOf(city.code).filter(({ dealer }) => dealer !== null);
  if (place.dealer === null) {
    const distance = (one: DemoPlace) =>
      Math.hypot(one.longitude - place.longitude, one.latitude - place.latitude);
    return dealers.sort((one, other) => distance(one) - distance(other)).slice(0, 1);
  }
  if (!concept.isMultiDealer) return [place];
  const others = dealers.filter((one) => one !== place && concept.at.includes(one.kind));
  return [place, ...others].slice(0, MOST_HOSTS);
}

/** When sign-up opens and closes; ms. */
function signUpOf(
  { slot, midnight }: ScheduledActivity,
  { startTime, endTime, sittings }: SeatingPlan,
): [number, number] {
  const open = timeOnDay(midnight - slot.opens * DAY, "10:00");
  const last = Math.max(startTime, ...sittings.map((sitting) => sitting.startTime));
  if (endTime - startTime > DAY) return [open, last - HOUR];
  // The coming weekend's stay open until shortly before, others two days ahead.
  return [open, slot.week === -1 ? last - 2 * HOUR : timeOnDay(midnight - 2 * DAY, "18:00")];
}

/** Where to meet: for a dealer how to get there, for a spot what to look for. */
function meetingPointText(place: DemoPlace, salt: string): string {
  const sign = signs[seededHash(salt) % signs.length] ?? "";
  if (place.dealer !== null) return toHtml(`# 怎么来\n${place.address}。${place.note}。`, "");
  return toHtml(`# 集合地点\n${place.address}。${sign}`, "");
}

/** Writes a cast event. @param number its place among all, and @param turn among those of its concept */
export function toOfflineActivity(
  cast: ScheduledActivity,
  ids: { readonly number: number; readonly turn: number; readonly firstSession: number },
  places: DemoPlaces,
  pictures: PictureUrls,
): NewActivity {
  const { city, concept, place, slot, midnight } = cast;
  const activityId = demoId("activity", ids.number);
  const hosts = hostsOf(cast, places);
  const dealerIds = hosts.flatMap(({ dealer }) => (dealer ? [dealer.id] : []));
  const own = place.dealer === null ? [] : dealerIds;
  const seating = planSeating(concept, midnight, own, slot.state, activityId);
  const [signUpStartTime, signUpEndTime] = signUpOf(cast, seating);
  const words = {
    city: city.name,
    place: place.name,
    dealer: place.dealer?.name ?? place.name,
    date: dateText(seating.startTime),
    season: `${seasonOf(seating.startTime)}日`,
    seats: String(seating.quota ?? ""),
  };
  const region = demoRegionOf(city.code);
  // What needs a race track or a whole mountain is more often the headquarters' own.
  const isHeadquarters = seededFraction(`sponsor ${activityId}`) < (place.dealer === null ? 0.3 : 0.08);
  return {
    ...writeActivityTexts(concept, words, ids.turn, pictures, [
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
    asks: { series: concept.asksSeries, dealer: own.length > 1, session: seating.sittings.length > 0 },
    blocks: [],
    sessions: seating.sittings.map((sitting, at) => ({
      sessionId: demoId("session", ids.firstSession + at),
      ...sitting,
    })),
  };
}
