import type { BusinessType } from "../concepts/concept.ts";
import type { DemoCity, CitySize } from "../location/places.ts";

/** How a sign-up stands at the first start. */
export type SeatScenario = "ended" | "few" | "half" | "near" | "full" | "waiting";

/** A place in the calendar that an event is found for. */
export type CalendarSlot = {
  /** Weeks from the anchor Saturday (calendar.ts); below −2: over, whatever day it is. */
  readonly week: number;
  readonly day: "sat" | "sun";
  /** Days before the event at which sign-up opens, at 10:00. */
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
 * Every big city shows every state at once, and for 60 days and more something that has not
 * begun, something open and something over. "waiting" opens after the first start.
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
/** Four slots, their weeks and states different from town to town. */
function town(place: number): CalendarSlot[] {
  const near = (["half", "near", "few", "full"] as const)[place % 4] ?? "half";
  return [
    slot(-6 + (place % 4), place % 2 === 0 ? "sat" : "sun", 21, "ended"),
    slot(-1 + (place % 3), place % 2 === 0 ? "sun" : "sat", 28, near),
    slot(3 + (place % 3), place % 2 === 0 ? "sat" : "sun", 50, "few"),
    slot(9 + (place % 4), "sat", 28, "waiting"),
  ];
}
/** What Shanghai has beyond other big cities; its coming weekend is featured. */
const more: readonly CalendarSlot[] = [
  slot(-4, "sun", 21, "ended"),
  slot(0, "sat", 21, "half"),
  slot(0, "sun", 18, "few"),
  slot(1, "sun", 25, "near"),
  slot(2, "sun", 35, "half"),
  slot(4, "sat", 45, "few"),
  slot(6, "sun", 21, "waiting"),
];

/** A city's slots. @param place its number among the towns */
export function slotsOf({ code, size }: DemoCity, place: number): readonly CalendarSlot[] {
  if (size === "town") return town(place);
  if (size === "city") return city;
  return code === "310100" ? [...metropolis.filter(({ week }) => week !== -1), ...more] : metropolis;
}

const turns: Record<CitySize, readonly BusinessType[]> = {
  metropolis: [3, 1, 2, 1, 4, 3, 1, 3, 1, 2, 3, 1, 4, 2],
  city: [1, 2, 3, 4, 1, 3],
  town: [1, 3, 2, 1, 3, 4, 1],
};
/** The business type whose turn it is in a city's slot. */
export function businessTypeInTurn({ size }: DemoCity, cityPlace: number, slotPlace: number): BusinessType {
  const list = turns[size];
  return list[(cityPlace * 3 + slotPlace) % list.length] ?? 1;
}
