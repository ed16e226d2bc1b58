import type { MetaFunction } from "react-router";
import type { Sealed } from "#contract/seal.ts";
import { brandOf, useBrand } from "../platform/site.ts";
import { useServerNow } from "../platform/use-server-now.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { calledOffIn, calledOffSaid } from "../ui/called-off.ts";
import { failureOf } from "../ui/failure.ts";
import { formatDate, formatMoment, formatSpan, wallClock } from "../ui/format.ts";
import { NavBar } from "../ui/frame.tsx";
import { Picture } from "../ui/picture.tsx";
import { Screen } from "../ui/screen.tsx";
import { Empty } from "../ui/states.tsx";
import { useSealed } from "./use-sealed.ts";
import { words } from "./words.ts";
import "./seal.css";
import type { Route } from "./+types/seal-page.ts";

export const meta: MetaFunction = ({ matches }) => [{ title: `${words.title} - ${brandOf(matches).name}` }];

const pathOf = ({ activityMode, activityId }: Sealed): string => `/${activityMode}/${activityId}`;

/** Where to go; null for what is nowhere. */
function placeOf({ activityMode, dealerName, address }: Sealed): string | null {
  if (dealerName !== null) return words.at(dealerName, address);
  return activityMode === "offline" ? address : null;
}

/** Whether the activity takes anybody at a moment (server's time, ms), as its own page's bar has it. */
function phaseOf(
  { opensTime, closesTime, overTime }: Sealed,
  now: number,
): "soon" | "open" | "ended" | "over" {
  if (now >= Date.parse(overTime)) return "over";
  if (now >= Date.parse(closesTime)) return "ended";
  return now < Date.parse(opensTime) ? "soon" : "open";
}

/** What the press would come to. */
const textOf = (sealed: Sealed, phase: ReturnType<typeof phaseOf>): string =>
  ({
    open: words.text,
    soon: words.soonText,
    ended: words.endedText(formatMoment(sealed.closesTime)),
    over: words.overText(formatMoment(sealed.overTime)),
  })[phase];

/** Whom it invites to what, and the one press that it takes. */
function Invitation({ sealed, isBusy, onApply }: { sealed: Sealed; isBusy: boolean; onApply: () => void }) {
  const place = placeOf(sealed);
  const { serverTime, opensTime, closesTime, overTime } = sealed;
  const phase = phaseOf(sealed, useServerNow(serverTime, [opensTime, closesTime, overTime]));
  const facts: [string, string][] = [
    [words.time, formatSpan(sealed.startTime, sealed.endTime)],
    ...(place === null ? [] : [[words.place, place] satisfies [string, string]]),
    // Of what takes nobody any more it would only seem to hold still.
    ...(phase === "soon" || phase === "open"
      ? [[words.until, formatMoment(sealed.expiresTime)] satisfies [string, string]]
      : []),
  ];
  return (
    <>
      <article className="card seal-c">
        <Picture url={sealed.coverUrl} width={640} height={360} isFirst />
        <div className="bd">
          <p className="bs c2">{words.for(sealed.guest)}</p>
          <h2 className="t2 mt1">{sealed.title}</h2>
          <dl>
            {facts.map(([term, fact]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
          <p className="bs c2">{textOf(sealed, phase)}</p>
        </div>
      </article>
      <div className="bar">
        <div className="in">
          <ButtonLink look="outline" className="f1" to={pathOf(sealed)}>
            {words.activity}
          </ButtonLink>
          {phase === "open" ? (
            <Button className="f1" isBusy={isBusy} onClick={onApply}>
              {isBusy ? words.applying : words.apply}
            </Button>
          ) : (
            <Button className="f1" disabled>
              {phase === "soon" ? (
                <span>
                  {words.soon}
                  <small>{words.opens(`${formatDate(opensTime)} ${wallClock(opensTime).time}`)}</small>
                </span>
              ) : (
                words[phase]
              )}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

/** The invitation as far as it is known, and what can be done with it. */
export function Content({ activityId }: { activityId: string }) {
  const { found, isBusy, apply, reload } = useSealed(activityId);
  if (found === null) return <output className="sr">{words.loading}</output>;
  const { sealed, refusal } = found;
  if (sealed?.state === "open") return <Invitation {...{ sealed, isBusy }} onApply={apply} />;
  if (sealed !== null)
    return (
      <Empty {...words[sealed.state]}>
        <ButtonLink to={pathOf(sealed)}>{words.activity}</ButtonLink>
      </Empty>
    );
  const calledOff = calledOffIn(refusal);
  if (refusal === null || refusal.refusal === "notFound" || refusal.refusal === "invalid")
    return (
      <Empty {...(calledOff ? calledOffSaid(calledOff) : words.none)}>
        <ButtonLink to="/list">{words.others}</ButtonLink>
      </Empty>
    );
  const { art, title, text } = failureOf(refusal);
  return (
    <Empty art={art} title={title} text={text}>
      <Button onClick={reload}>{words.retry}</Button>
    </Empty>
  );
}

/** An invitation by a sealed code, of a link or QR: `?sec=` (requirements M13, M14). */
export default function SealPage({ params }: Route.ComponentProps) {
  return (
    <Screen brand={useBrand()} hasBar>
      <div className="sealp">
        <NavBar title={words.title} back="/" />
        <Content key={params.activityId} activityId={params.activityId} />
      </div>
    </Screen>
  );
}
