import type { FigureFilter, FigureGroup } from "#contract/console/figures.ts";
import type { GrantScope } from "#contract/console/scope.ts";

/** Scopes of the caller by the area of a figure; empty: the caller sees none of the area. */
export type AreaScopes = Readonly<Record<"activity" | "mall" | "club", readonly GrantScope[]>>;
/** Parts by which figures are counted; "day": each day of the range. */
export type CountBy = FigureGroup | "day" | null;
/** Rows that are counted: those that filter and scopes leave. */
export type Extent = { readonly filter: FigureFilter; readonly scopes: AreaScopes };

const isUnlimited = (scope: GrantScope): boolean => Object.values(scope).every((part) => part === "*");
const partsOfActivities: ReadonlySet<CountBy> = new Set(["dealer", "region", "businessType"]);
/** Whether a count of rows changes with the properties of activities and dealers. */
export const readsActivities = (by: CountBy, { filter, scopes }: Extent): boolean =>
  partsOfActivities.has(by) ||
  filter.dealerId !== undefined ||
  filter.region !== undefined ||
  filter.businessType !== undefined ||
  Object.values(scopes).some((some) => some.length > 0 && !some.some(isUnlimited));
