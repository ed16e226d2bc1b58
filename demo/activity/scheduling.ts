import { anchorSaturday, DAY, monthOf } from "../calendar.ts";
import { seededHash } from "../seeded-hash.ts";
import type { BusinessType, Concept } from "../concepts/concept.ts";
import { concepts } from "../concepts/index.ts";
import type { DemoCity, DemoPlace, DemoPlaces } from "../location/places.ts";
import { slotsOf, businessTypeInTurn, type CalendarSlot } from "./slots.ts";

/** An event to be written: which idea, where, when. */
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

/** What lasts several days begins on the Saturday of its weekend. */
const firstDay = ({ days }: Concept, { week, day }: CalendarSlot, now: number): number =>
  startOfSlotDay({ week, day: days > 1 ? "sat" : day }, now);

/** Provinces with frost in the winter months: first two digits of their codes. */
const frosty = /^(?:1[1-5]|2[1-3]|37|41|54|6[1-5])/;
/** Provinces where nobody asks what frost does to a battery. */
const warm = /^(?:35|4[456])/;
function isInSeason({ months, isMildOnly, isNotWarm }: Concept, city: DemoCity, midnight: number): boolean {
  const month = monthOf(midnight);
  if (isMildOnly && frosty.test(city.code) && (month >= 11 || month <= 3)) return false;
  if (isNotWarm && warm.test(city.code)) return false;
  return months?.includes(month) ?? true;
}

/** Places of a city that suit a concept, its first choice first. */
export function placesForConcept(concept: Concept, places: readonly DemoPlace[]): DemoPlace[] {
  return places
    .filter(({ kind }) => concept.at.includes(kind))
    .sort((one, other) => concept.at.indexOf(one.kind) - concept.at.indexOf(other.kind));
}

/** Finds an idea and a place for each slot: the least told idea first, nowhere the same one twice. */
class ActivityScheduler {
  private readonly told = new Map<string, number>();
  private readonly taken = new Set<string>();
  private readonly visits = new Map<DemoPlace, number>();

  take(concept: Concept, city: DemoCity, place: DemoPlace): void {
    this.told.set(concept.key, (this.told.get(concept.key) ?? 0) + 1);
    this.taken.add(`${concept.key}@${city.code}${place.name}`).add(`${concept.key}@${city.code}`);
    this.visits.set(place, (this.visits.get(place) ?? 0) + 1);
  }

  /** A free place for a concept, the least visited one of the kind that it likes most. */
  private placeFor(concept: Concept, city: DemoCity, places: readonly DemoPlace[]): DemoPlace | null {
    const free = placesForConcept(concept, places).filter(
      ({ name }) => !this.taken.has(`${concept.key}@${city.code}${name}`),
    );
    const weight = (place: DemoPlace) => (this.visits.get(place) ?? 0) * 2 + concept.at.indexOf(place.kind);
    return free.sort((one, other) => weight(one) - weight(other))[0] ?? null;
  }

  find(city: DemoCity, places: readonly DemoPlace[], type: BusinessType, midnight: number, salt: string) {
    const rank = (concept: Concept) =>
      (this.told.get(concept.key) ?? 0) + (this.taken.has(`${concept.key}@${city.code}`) ? 1_000 : 0);
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
 * Casts every city's slots, in order of time. @param given what is cast already
 * @throws Error where a city has no place for anything
 */
export function scheduleActivities(
  places: DemoPlaces,
  given: readonly ScheduledActivity[],
  now: number,
): ScheduledActivity[] {
  const casting = new ActivityScheduler();
  for (const { concept, city, place } of given) casting.take(concept, city, place);
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
      const found = casting.find(city, here, type, midnight, `${city.code}${slotPlace}`);
      if (!found) continue;
      casting.take(found.concept, city, found.place);
      return { city, slot, midnight: firstDay(found.concept, slot, now), ...found };
    }
    throw new Error(`nothing to do in ${city.name}`);
  });
}
