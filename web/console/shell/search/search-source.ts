import { createContext } from "react";
import type { OperatorRight, RightReach } from "#contract/console/rights.ts";

/** Something that the search finds; the page opens by its path below /console. */
export type SearchHit = {
  readonly key: string;
  readonly label: string;
  readonly to: string;
  /** State or number at the right. */
  readonly hint: string;
  /** State of the history's entry: what must not stand in the address. */
  readonly state?: Readonly<Record<string, string>>;
  /** Names a person: it is not kept among the recent ones. */
  readonly isPrivate?: boolean;
};
/** Act that the search offers, such as 新建活动. */
export type SearchSource = {
  readonly right: OperatorRight;
  readonly least?: RightReach;
  readonly label: string;
  readonly to: string;
};

/** Acts of all areas; the routes give them. */
export const SearchSources = createContext<readonly SearchSource[]>([]);
