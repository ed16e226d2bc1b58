import type { ReactNode } from "react";
import type { RaisedChallenge, RaisedChallengeOf } from "../../platform/http/challenges.ts";

/**
 * Props of a challenge's component: the challenge, a callback after answering, and challenges raised from
 * within.
 */
export type ChallengeProps<K extends RaisedChallenge["kind"]> = {
  readonly raised: RaisedChallengeOf<K>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
};
