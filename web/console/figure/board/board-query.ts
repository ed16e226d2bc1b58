import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { FigureName } from "#contract/console/figure-terms.ts";
import type { Figures } from "#contract/console/figures.ts";
import type { BoardQuery } from "../figure-query.ts";
import { figurePageMessages as texts } from "../messages.ts";

/** Numbers of past minutes are read again by themselves, ms. */
const REFRESH = 60_000;

/** Arguments that all calls of the board have. */
export const argsOf = ({ range, filter, compare }: BoardQuery) => ({
  range,
  filter,
  ...(compare !== undefined && { compare }),
});
/** Words of the comparison; empty: there is none. */
export const versusOf = ({ compare }: BoardQuery): string => {
  if (compare === null) return "";
  return compare === undefined ? texts.versus.previous : texts.versus.year;
};

/** A query of the board: its content stays while other filters are loaded, and it is read again each minute. */
export function useNumbers<D>(name: string, args: unknown, load: () => Promise<D>, isEnabled = true) {
  return useQuery({
    queryKey: [name, args],
    queryFn: load,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
    refetchIntervalInBackground: false,
    enabled: isEnabled,
  });
}

type Cards = { readonly id: "activity" | "mall" | "club"; readonly cards: readonly FigureName[] };
/** Cards of each area of figures; an operator sees the first area whose figures they may see. */
const boards: readonly Cards[] = [
  { id: "activity", cards: ["visitors", "signUps", "arrivalRate", "firstContact", "captchaRate"] },
  { id: "mall", cards: ["paidFen", "paidOrders", "orders", "unitsSold", "refundedFen"] },
  { id: "club", cards: ["clubArticles", "clubComplaints", "clubDecisions"] },
];
/** The board for the figures that were answered; null: there are none. */
export const boardOf = ({ figures }: Figures): Cards | null =>
  boards.find(({ cards }) => figures.some(({ figure }) => cards.includes(figure))) ?? null;

/** Figures that the chart can show, one or two of a kind. */
const trends: Readonly<Record<string, readonly FigureName[]>> = {
  signUps: ["signUps", "arrivals"],
  visitors: ["visitors", "signUps"],
  leads: ["leads"],
  coupons: ["couponsSent", "couponsRedeemed"],
  arrivalRate: ["arrivalRate"],
  orders: ["paidOrders", "orders"],
  money: ["paidFen", "refundedFen"],
  club: ["clubArticles", "clubComplaints"],
};
type Trend = { readonly id: string; readonly shown: readonly FigureName[] };
/** Charts whose figures the operator may see. */
export const trendsOf = ({ figures }: Figures): readonly Trend[] => {
  const seen = new Set(figures.map(({ figure }) => figure));
  return Object.entries(trends).flatMap(([id, shown]) =>
    shown.every((name) => seen.has(name)) ? [{ id, shown }] : [],
  );
};
