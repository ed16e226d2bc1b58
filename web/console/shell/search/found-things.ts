import type { SearchKind, SearchResult } from "#contract/console/search.ts";
import type { SearchHit } from "./search-source.ts";

type Found = SearchResult["groups"][number]["hits"][number];
type Place = Pick<SearchHit, "to" | "state">;

/** Page of each kind; a coupon's code stands in the history's entry, never in the address. */
const placeOf: Readonly<Record<SearchKind, (id: string, text: string) => Place>> = {
  guest: (id) => ({ to: `/guests?open=${id}` }),
  lead: (id) => ({ to: `/leads?open=${id}` }),
  order: (id) => ({ to: `/orders/${id}` }),
  coupon: (_id, text) => ({ to: "/coupons", state: { code: text } }),
  activity: (id) => ({ to: `/activities/${id}` }),
  product: (id) => ({ to: `/products/${id}` }),
  dealer: (id) => ({ to: `/dealers/${id}` }),
  group: (id) => ({ to: `/groups?open=${id}` }),
  owner: (id) => ({ to: `/owners?open=${id}` }),
  operator: (id) => ({ to: `/system/operators?open=${id}` }),
};
/** Kinds that lead to a person, which are not kept among the recent ones. */
const personal: ReadonlySet<SearchKind> = new Set(["guest", "lead", "order", "coupon", "owner"]);

/** Hit of a found thing. @param text what was looked for */
export const toHit = (kind: SearchKind, { id, label, hint }: Found, text: string): SearchHit => ({
  key: `${kind} ${id}`,
  label,
  hint,
  isPrivate: personal.has(kind),
  ...placeOf[kind](id, text),
});
