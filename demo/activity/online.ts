import { formatDate } from "#contract/core/date-text.ts";
import { startOfShanghaiDay } from "#contract/core/shanghai-date.ts";
import type { NewActivity } from "../../server/activity/index.ts";
import { DAY, seasonOf, timeOnDay } from "../calendar.ts";
import { seededHash } from "../seeded-hash.ts";
import { parseBlocks } from "./parse-blocks.ts";
import { onlineConcepts } from "../concepts/index.ts";
import type { Edition, OnlineConcept } from "../concepts/concept.ts";
import { demoId } from "../ids.ts";
import type { PictureUrls } from "../pictures.ts";
import type { DemoCity, DemoPlaces } from "../location/places.ts";
import { demoRegions, type DemoRegion } from "../location/regions.ts";
import { activityLinkCode, writeActivityTexts } from "./activity-texts.ts";

/** City of headquarters. */
const HEADQUARTERS = "310100";

type OnlineRun = {
  readonly concept: OnlineConcept;
  readonly edition: Edition;
  readonly region: DemoRegion | null;
};

/** Runs of a concept: those of headquarters as listed, a regional concept once for each region. */
function runsOf(concept: OnlineConcept): OnlineRun[] {
  const { editions } = concept;
  if (!("step" in editions)) return editions.map((edition) => ({ concept, edition, region: null }));
  return demoRegions.map((region, at) => {
    const from = editions.from + at * editions.step;
    // Longer-running ones have more participants.
    const taken = from < 0 ? 180 - from * 23 + (seededHash(concept.key + region.code) % 90) : 0;
    const values = { region: region.name, road: region.road, taste: region.taste };
    return { concept, edition: { from, to: from + editions.length, taken, values }, region };
  });
}

function toOnlineActivity(
  { concept, edition, region }: OnlineRun,
  number: number,
  city: DemoCity,
  pictures: PictureUrls,
  now: number,
): NewActivity {
  const activityId = demoId("online", number);
  const isLive = concept.key === "live-class" || concept.key === "cloud-used";
  const today = startOfShanghaiDay(now);
  const startTime = timeOnDay(today + edition.from * DAY, isLive ? "20:00" : "10:00");
  const endTime = timeOnDay(today + edition.to * DAY, "23:59");
  const season = seasonOf(endTime + 14 * DAY);
  const values = {
    ...edition.values,
    date: formatDate(startTime),
    // The season after the end.
    quarter: `${season}季`,
  };
  const texts = {
    ...concept,
    cover: edition.cover ?? (season === "冬" ? concept.cover : (concept.mildCover ?? concept.cover)),
    series: edition.series ?? concept.series,
  };
  const written = writeActivityTexts(texts, values, 0, pictures);
  return {
    ...written,
    ...(edition.isDraft && { isDraft: true }),
    blocks: parseBlocks({ key: concept.key, content: written.content, startTime }, pictures),
    activityId,
    activityType: "online",
    sponsorLevel1: region === null ? "107001" : "107002",
    sponsorLevel2: region?.code ?? null,
    sec: activityLinkCode(activityId),
    processKey: `QLP${activityId.slice(-6)}`,
    nodeKey: concept.pageType,
    startTime,
    endTime,
    signUpStartTime: startTime,
    signUpEndTime: endTime,
    provinceCode: `${city.code.slice(0, 2)}0000`,
    cityCode: city.code,
    address: "线上活动",
    longitude: city.longitude,
    latitude: city.latitude,
    quota: edition.quota ?? null,
    taken: edition.taken,
    dealerId: null,
    dealerIds: [],
    agenda: [],
    asks: { series: concept.asksSeries, dealer: false, session: false },
    sessions: [],
  };
}

/** Online activities; days are relative to the first start. */
export function onlineActivities(places: DemoPlaces, pictures: PictureUrls, now: number): NewActivity[] {
  const cityOf = (code: string): DemoCity => {
    const city = places.cities.find((one) => one.code === code);
    if (!city) throw new Error(`no city ${code}`);
    return city;
  };
  return onlineConcepts
    .flatMap(runsOf)
    .toSorted((one, other) => one.edition.from - other.edition.from)
    .map((run, number) =>
      toOnlineActivity(run, number, cityOf(run.region?.officeCity ?? HEADQUARTERS), pictures, now),
    );
}
