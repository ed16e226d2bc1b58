import type { BusinessType } from "../concepts/concept.ts";
import type { DemoCity, CitySize } from "../location/places.ts";

/** State of sign-up at the first start. */
export type SeatScenario = "ended" | "few" | "half" | "near" | "full" | "waiting";

/** A time in a city's calendar, to be filled with an activity. */
export type CalendarSlot = {
  /** Weeks from the anchor Saturday (calendar.ts); below −2: always in the past. */
  readonly week: number;
  readonly day: "sat" | "sun";
  /** Number of days before the activity when sign-up opens, at 10:00. */
  readonly opens: number;
  readonly state: SeatScenario;
};

const slot = (week: number, day: CalendarSlot["day"], opens: number, state: SeatScenario): CalendarSlot => ({
  week,
  day,
  opens,
  state,
});

/**
 * Every large city shows all states at the first start, and for at least 60 days activities that are
 * upcoming, open and over. "waiting" opens after the first start.
 */
const metropolis: readonly CalendarSlot[] = [
  slot(-5, "sat", 21, "ended"),
  slot(-3, "sun", 21, "ended"),
  slot(-1, "sun", 21, "half"),
  slot(0, "sat", 20, "near"),
  slot(0, "sun", 24, "full"),
  slot(1, "sat", 25, "few"),
  slot(2, "sat", 12, "waiting"),
  slot(3, "sun", 40, "full"),
  slot(5, "sat", 60, "few"),
  slot(7, "sun", 75, "near"),
  slot(9, "sat", 21, "waiting"),
  slot(13, "sun", 21, "waiting"),
];
const city: readonly CalendarSlot[] = [
  slot(-4, "sat", 21, "ended"),
  slot(0, "sun", 20, "near"),
  slot(1, "sat", 25, "half"),
  slot(3, "sat", 14, "waiting"),
  slot(6, "sun", 60, "few"),
  slot(12, "sat", 21, "waiting"),
];
/** Four slots, with weeks and states that differ between towns. */
function town(place: number): CalendarSlot[] {
  const near = (["half", "near", "few", "full"] as const)[place % 4] ?? "half";
  return [
    slot(-6 + (place % 4), place % 2 === 0 ? "sat" : "sun", 21, "ended"),
    slot(-1 + (place % 3), place % 2 === 0 ? "sun" : "sat", 28, near),
    slot(3 + (place % 3), place % 2 === 0 ? "sat" : "sun", 50, "few"),
    slot(9 + (place % 4), "sat", 28, "waiting"),
  ];
}
/** Additional slots of Shanghai; its coming weekend has featured activities. */
const shanghaiExtra: readonly CalendarSlot[] = [
  slot(-4, "sun", 21, "ended"),
  slot(0, "sat", 21, "half"),
  slot(0, "sun", 18, "few"),
  slot(1, "sun", 25, "near"),
  slot(2, "sun", 35, "half"),
  slot(4, "sat", 45, "few"),
  slot(6, "sun", 21, "waiting"),
];

/** Slots of a city. @param place its index among the towns */
export function slotsOf({ code, size }: DemoCity, place: number): readonly CalendarSlot[] {
  if (size === "town") return town(place);
  if (size === "city") return city;
  return code === "310100" ? [...metropolis.filter(({ week }) => week !== -1), ...shanghaiExtra] : metropolis;
}

const rotations: Record<CitySize, readonly BusinessType[]> = {
  metropolis: [3, 1, 2, 1, 4, 3, 1, 3, 1, 2, 3, 1, 4, 2],
  city: [1, 2, 3, 4, 1, 3],
  town: [1, 3, 2, 1, 3, 4, 1],
};
/** Business type of a city's slot, in rotation. */
export function businessTypeInTurn({ size }: DemoCity, cityPlace: number, slotPlace: number): BusinessType {
  const list = rotations[size];
  return list[(cityPlace * 3 + slotPlace) % list.length] ?? 1;
}
