import type { ReactNode } from "react";
import type { RaisedChallenge, RaisedChallengeOf } from "../../platform/http/challenges.ts";

/** What a part is given: what was raised, how to go away after answering, what was raised from within. */
export type ChallengeProps<K extends RaisedChallenge["kind"]> = {
  readonly raised: RaisedChallengeOf<K>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
};
