import { unsentUnits } from "../rules/order-machine.ts";
import type { OrderLineRow } from "../tables.ts";

/** Units of a line that leave in a parcel, or that a case asks for. */
export type LineUnit = { readonly lineId: string; readonly qty: number };
/** Units that cannot be sent: the line is unknown, or more than are left of it. */
export type UnitProblem =
  | { readonly kind: "unknownLine"; readonly lineId: string }
  | { readonly kind: "tooMany"; readonly lineId: string; readonly left: number }
  | { readonly kind: "nothing" };

type SentLine = Pick<OrderLineRow, "line_id" | "qty" | "shipped_qty" | "cancelled_qty">;
const unitsOf = (units: readonly LineUnit[], lineId: string): number =>
  units.filter((unit) => unit.lineId === lineId).reduce((sum, { qty }) => sum + qty, 0);

/**
 * Units of each line that can still be sent: neither sent nor refunded, nor asked for by an open case (requirements
 * MA73, MA74).
 * @param asked units of open cases that were not sent when these began
 */
export const shippableUnits = (
  lines: readonly (SentLine & Pick<OrderLineRow, "asked_qty" | "refunded_qty">)[],
  asked: readonly LineUnit[],
): LineUnit[] =>
  lines.map((line) => ({
    lineId: line.line_id,
    qty: unsentUnits(line) - unitsOf(asked, line.line_id),
  }));

/**
 * Chooses the units of a parcel.
 * @param wanted null: everything that can be sent
 * @returns units by line, or the first problem
 */
export function chooseUnits(
  shippable: readonly LineUnit[],
  wanted: readonly LineUnit[] | null,
): readonly LineUnit[] | UnitProblem {
  const chosen = (wanted ?? shippable).filter(({ qty }) => qty > 0);
  const lineIds = [...new Set(chosen.map(({ lineId }) => lineId))];
  for (const lineId of lineIds) {
    const left = shippable.find((line) => line.lineId === lineId)?.qty;
    if (left === undefined) return { kind: "unknownLine", lineId };
    if (unitsOf(chosen, lineId) > left) return { kind: "tooMany", lineId, left };
  }
  if (lineIds.length === 0) return { kind: "nothing" };
  return lineIds.map((lineId) => ({ lineId, qty: unitsOf(chosen, lineId) }));
}

/** Whether two lists name the same units. */
export const areSameUnits = (one: readonly LineUnit[], other: readonly LineUnit[]): boolean =>
  one.length === other.length && one.every(({ lineId, qty }) => unitsOf(other, lineId) === qty);

/** The newest report that is known of a parcel: time of its last node (ms) and number of nodes. */
export type KnownTrack = { readonly lastTime: number | null; readonly nodes: number };
/**
 * Whether a report is newer than what is known. Each report has the whole track so far, and they come in any order and
 * twice (requirement MA76).
 */
export function isNewerTrack(known: KnownTrack, track: KnownTrack): boolean {
  if (track.lastTime === null) return false;
  if (known.lastTime === null || track.lastTime > known.lastTime) return true;
  return track.lastTime === known.lastTime && track.nodes > known.nodes;
}
