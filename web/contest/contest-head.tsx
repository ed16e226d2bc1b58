import * as contestCss from "./contest.module.css";
import type { ContestRules } from "#contract/contest/contest.ts";
import { formatDeadline, formatMoment } from "#contract/core/moment-text.ts";
import { formatCount } from "../ui/display/format.ts";
import { contestMessages } from "./messages.ts";
import { TitleText } from "../ui/display/title-text.tsx";
import * as contentCss from "../ui/styles/content.module.css";
import * as textCss from "../ui/styles/text.module.css";

export type ContestPhase = "soon" | "running" | "over";
/** Phase of a contest by the server's clock. */
export function phaseOf({ startTime, endTime }: ContestRules, now: number): ContestPhase {
  if (now < Date.parse(startTime)) return "soon";
  return now < Date.parse(endTime) ? "running" : "over";
}

type ContestHeadProps = {
  contest: ContestRules;
  phase: ContestPhase;
  /** Votes that the person has left; null if unknown. */
  votesLeft: number | null;
};

/** The activity, its rules, and the numbers of the contest. */
export function ContestHead({ contest, phase, votesLeft }: ContestHeadProps) {
  const { activityTitle, kind, votes, period, entryCount, voteCount, startTime, endTime } = contest;
  const { phase: phases, rules, left, count } = contestMessages;
  const time =
    phase === "soon"
      ? phases.soon(formatMoment(startTime))
      : phase === "running"
        ? phases.running(formatDeadline(endTime))
        : phases.over;
  return (
    <section className={`${contentCss.panel} ${contestCss.head}`}>
      <h2 className={textCss.title1}>
        <TitleText text={activityTitle} />
      </h2>
      <p className={`${textCss.small} ${textCss.secondary}`}>{time}</p>
      {phase !== "over" && <p className={`${textCss.small} ${textCss.secondary}`}>{rules[period](votes)}</p>}
      <dl className={contestCss.numbers}>
        <div>
          <dd>{formatCount(entryCount)}</dd>
          <dt>{count[kind]}</dt>
        </div>
        <div>
          <dd>{formatCount(voteCount)}</dd>
          <dt>{count.votes}</dt>
        </div>
      </dl>
      {phase === "running" && votesLeft !== null && (
        <output className={contestCss.left}>{left[period](votesLeft)}</output>
      )}
    </section>
  );
}
