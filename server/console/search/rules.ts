import { pickMobile } from "#contract/core/text.ts";
import { normaliseCode } from "../../core/readable-code.ts";

/** Kinds of things that a typed text may name. */
export type Wanted = {
  readonly text: string;
  /** A whole mobile; then it is nothing else. */
  readonly isMobile: boolean;
  /** The number of a sign-up, a lead, an activity or another thing. */
  readonly isId: boolean;
  /** The number of a ticket or coupon. */
  readonly isCode: boolean;
  /** The number of an order or a parcel. */
  readonly isOrderNumber: boolean;
  /** A name, or a part of one. */
  readonly isName: boolean;
};

/** Tells what a text may be: a mobile goes into no search by name. */
export function readWanted(typed: string): Wanted {
  const text = typed.trim();
  const mobile = pickMobile(text);
  const isMobile = /^1[3-9]\d{9}$/.test(mobile);
  const compact = text.replace(/\s/g, "");
  const isPlain = /^[A-Za-z0-9]+$/.test(compact);
  return {
    text: isMobile ? mobile : text,
    isMobile,
    isId: /^\d{15,19}$/.test(compact),
    isCode: !isMobile && normaliseCode(text) !== null,
    isOrderNumber: isMobile || (isPlain && /\d{5}/.test(compact) && compact.length >= 8),
    isName: !isMobile,
  };
}

/** Place of a name among the hits: equal first, then those that begin with the text, then those that contain it. */
function rankOf(name: string, text: string): number {
  const [whole, part] = [name.toLowerCase(), text.toLowerCase()];
  if (whole === part) return 0;
  const at = whole.indexOf(part);
  return at === 0 ? 1 : at > 0 ? 2 : 3;
}
/** Orders hits by their names; those of one rank keep the order of their list. */
export const byRank = <T>(rows: readonly T[], nameOf: (row: T) => string, text: string): T[] =>
  rows
    .map((row) => ({ row, rank: rankOf(nameOf(row), text) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ row }) => row);
