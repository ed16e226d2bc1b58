import type { ReactNode } from "react";
import type { Raised, RaisedOf } from "../platform/http/challenges.ts";

/** What a part is given: what was raised, how to go away after answering, what was raised from within. */
export type PartProps<K extends Raised["kind"]> = {
  readonly raised: RaisedOf<K>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
};
