import { anchorSaturday, DAY, monthOf } from "../calendar.ts";
import { seededHash } from "../seeded-hash.ts";
import type { BusinessType, Concept } from "../concepts/concept.ts";
import { concepts } from "../concepts/index.ts";
import type { DemoCity, DemoPlace, DemoPlaces } from "../location/places.ts";
import { slotsOf, businessTypeInTurn, type CalendarSlot } from "./slots.ts";

/** A scheduled activity: concept, place and time. */
export type ScheduledActivity = {
  readonly city: DemoCity;
  readonly concept: Concept;
  readonly place: DemoPlace;
  readonly slot: CalendarSlot;
  /** Start of its first day, ms. */
  readonly midnight: number;
};

/** Start of a slot's day. */
export const startOfSlotDay = ({ week, day }: Pick<CalendarSlot, "week" | "day">, now: number): number =>
  anchorSaturday(now) + (week * 7 + (day === "sun" ? 1 : 0)) * DAY;

/** Activities of several days begin on a Saturday. */
const firstDay = ({ days }: Concept, { week, day }: CalendarSlot, now: number): number =>
  startOfSlotDay({ week, day: days > 1 ? "sat" : day }, now);

/** Provinces with frost in the winter months, by the first two digits of their codes. */
const frostyProvinces = /^(?:1[1-5]|2[1-3]|37|41|54|6[1-5])/;
/** Provinces without frost. */
const warmProvinces = /^(?:35|4[456])/;
function isInSeason({ months, isMildOnly, isNotWarm }: Concept, city: DemoCity, midnight: number): boolean {
  const month = monthOf(midnight);
  if (isMildOnly && frostyProvinces.test(city.code) && (month >= 11 || month <= 3)) return false;
  if (isNotWarm && warmProvinces.test(city.code)) return false;
  return months?.includes(month) ?? true;
}

/** Suitable places of a city for a concept, in order of preference. */
function placesForConcept(concept: Concept, places: readonly DemoPlace[]): DemoPlace[] {
  return places
    .filter(({ kind }) => concept.venueKinds.includes(kind))
    .sort((one, other) => concept.venueKinds.indexOf(one.kind) - concept.venueKinds.indexOf(other.kind));
}

/**
 * Assigns a concept and a place to each slot: the least used concept first, and no concept twice at a place.
 */
class ActivityScheduler {
  private readonly useCounts = new Map<string, number>();
  private readonly usedPlaces = new Set<string>();
  private readonly visits = new Map<DemoPlace, number>();

  schedule(concept: Concept, city: DemoCity, place: DemoPlace): void {
    this.useCounts.set(concept.key, (this.useCounts.get(concept.key) ?? 0) + 1);
    this.usedPlaces.add(`${concept.key}@${city.code}${place.name}`).add(`${concept.key}@${city.code}`);
    this.visits.set(place, (this.visits.get(place) ?? 0) + 1);
  }

  /** A free place for a concept: the least visited one of its preferred kind. */
  private placeFor(concept: Concept, city: DemoCity, places: readonly DemoPlace[]): DemoPlace | null {
    const free = placesForConcept(concept, places).filter(
      ({ name }) => !this.usedPlaces.has(`${concept.key}@${city.code}${name}`),
    );
    const weight = (place: DemoPlace) =>
      (this.visits.get(place) ?? 0) * 2 + concept.venueKinds.indexOf(place.kind);
    return free.sort((one, other) => weight(one) - weight(other))[0] ?? null;
  }

  find(city: DemoCity, places: readonly DemoPlace[], type: BusinessType, midnight: number, salt: string) {
    const rank = (concept: Concept) =>
      (this.useCounts.get(concept.key) ?? 0) +
      (this.usedPlaces.has(`${concept.key}@${city.code}`) ? 1_000 : 0);
    const inOrder = concepts
      .filter((concept) => concept.businessType === type && isInSeason(concept, city, midnight))
      .sort(
        (one, other) => rank(one) - rank(other) || seededHash(one.key + salt) - seededHash(other.key + salt),
      );
    for (const concept of inOrder) {
      const place = this.placeFor(concept, city, places);
      if (place) return { concept, place };
    }
    return null;
  }
}

/**
 * Schedules the slots of all cities, in order of time.
 * @param given already scheduled activities
 * @throws Error if a city has no place for any concept
 */
export function scheduleActivities(
  places: DemoPlaces,
  given: readonly ScheduledActivity[],
  now: number,
): ScheduledActivity[] {
  const scheduler = new ActivityScheduler();
  for (const { concept, city, place } of given) scheduler.schedule(concept, city, place);
  const towns = places.cities.filter(({ size }) => size === "town");
  const open = places.cities.flatMap((city, cityPlace) =>
    slotsOf(city, towns.indexOf(city)).map((slot, slotPlace) => ({ city, cityPlace, slot, slotPlace })),
  );
  const byTime = open.toSorted(
    (one, other) => startOfSlotDay(one.slot, now) - startOfSlotDay(other.slot, now),
  );
  return byTime.map(({ city, cityPlace, slot, slotPlace }) => {
    const midnight = startOfSlotDay(slot, now);
    const first = businessTypeInTurn(city, cityPlace, slotPlace);
    const here = places.placesOf(city.code);
    for (const type of [first, 1, 3, 2, 4] as const) {
      const found = scheduler.find(city, here, type, midnight, `${city.code}${slotPlace}`);
      if (!found) continue;
      scheduler.schedule(found.concept, city, found.place);
      return { city, slot, midnight: firstDay(found.concept, slot, now), ...found };
    }
    throw new Error(`nothing to do in ${city.name}`);
  });
}
