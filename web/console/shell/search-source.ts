import { createContext } from "react";
import type { OperatorRight, RightReach } from "#contract/console/rights.ts";

/** Something that the search finds; the page opens by its path below /console. */
export type SearchHit = {
  readonly key: string;
  readonly label: string;
  readonly to: string;
  /** State or number at the right. */
  readonly hint: string;
};
/** Things of an area that the search of the head finds, and acts such as 新建活动. */
export type SearchSource = {
  /** Heading of its hits. */
  readonly label: string;
  /** Right without which nothing is searched; the server judges scope. */
  readonly right: OperatorRight;
  readonly least?: RightReach;
  /** Finds at most a few hits. What was typed may be a mobile: it goes into calls, never into an address. */
  readonly find: (text: string) => Promise<readonly SearchHit[]>;
};

/** Sources of all areas; the routes give them. */
export const SearchSources = createContext<readonly SearchSource[]>([]);
