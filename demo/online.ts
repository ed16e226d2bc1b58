import type { NewActivity } from "../server/activity/index.ts";
import { DAY, dateText, midnightOf, seasonOf, timeOf } from "./calendar.ts";
import { hashOf } from "./chance.ts";
import { blocksOf } from "./compose.ts";
import { onlineConcepts } from "./concepts/index.ts";
import type { Edition, OnlineConcept } from "./concepts/concept.ts";
import { idOf } from "./ids.ts";
import type { Pictures } from "./pictures.ts";
import type { City, Places } from "./places.ts";
import { regions, type Region } from "./regions.ts";
import { sealOf, write } from "./writing.ts";

/** From where headquarters runs things. */
const HEADQUARTERS = "310100";

type Run = { readonly concept: OnlineConcept; readonly edition: Edition; readonly region: Region | null };

/** Every run of every idea: headquarters' as listed, a regional idea once for each region. */
function runsOf(concept: OnlineConcept): Run[] {
  const { editions } = concept;
  if (!("step" in editions)) return editions.map((edition) => ({ concept, edition, region: null }));
  return regions.map((region, at) => {
    const from = editions.from + at * editions.step;
    // Those that have run longer have more people.
    const taken = from < 0 ? 180 - from * 23 + (hashOf(concept.key + region.code) % 90) : 0;
    const words = { region: region.name, road: region.road, taste: region.taste };
    return { concept, edition: { from, to: from + editions.length, taken, words }, region };
  });
}

function toActivity(
  { concept, edition, region }: Run,
  number: number,
  city: City,
  pictures: Pictures,
  now: number,
): NewActivity {
  const activityId = idOf("online", number);
  const isLive = concept.key === "live-class" || concept.key === "cloud-used";
  const today = midnightOf(now);
  const startTime = timeOf(today + edition.from * DAY, isLive ? "20:00" : "10:00");
  const endTime = timeOf(today + edition.to * DAY, "23:59");
  const season = seasonOf(endTime + 14 * DAY);
  const words = {
    ...edition.words,
    date: dateText(startTime),
    // What it is for begins when it ends.
    quarter: `${season}季`,
  };
  const texts = {
    ...concept,
    cover: edition.cover ?? (season === "冬" ? concept.cover : (concept.mildCover ?? concept.cover)),
    series: edition.series ?? concept.series,
  };
  const written = write(texts, words, 0, pictures);
  return {
    ...written,
    ...(edition.isDraft && { isDraft: true }),
    blocks: blocksOf({ key: concept.key, content: written.content, startTime }, pictures),
    activityId,
    activityType: "online",
    sponsorLevel1: region === null ? "107001" : "107002",
    sponsorLevel2: region?.code ?? null,
    sec: sealOf(activityId),
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

/** Online activities; days are counted from the first start. */
export function onlineActivities(places: Places, pictures: Pictures, now: number): NewActivity[] {
  const cityOf = (code: string): City => {
    const city = places.cities.find((one) => one.code === code);
    if (!city) throw new Error(`no city ${code}`);
    return city;
  };
  return onlineConcepts
    .flatMap(runsOf)
    .toSorted((one, other) => one.edition.from - other.edition.from)
    .map((run, number) => toActivity(run, number, cityOf(run.region?.seat ?? HEADQUARTERS), pictures, now));
}
