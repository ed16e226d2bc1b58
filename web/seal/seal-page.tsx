import type { MetaFunction } from "react-router";
import type { Sealed } from "#contract/seal.ts";
import { brandOf, useBrand } from "../platform/site.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { failureOf } from "../ui/failure.ts";
import { formatMoment, formatSpan } from "../ui/format.ts";
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

/** Whom it invites to what, and the one press that it takes. */
function Invitation({ sealed, isBusy, onApply }: { sealed: Sealed; isBusy: boolean; onApply: () => void }) {
  const facts: [string, string][] = [
    [words.time, formatSpan(sealed.startTime, sealed.endTime)],
    [words.until, formatMoment(sealed.expiresTime)],
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
          <p className="bs c2">{words.text}</p>
        </div>
      </article>
      <div className="bar">
        <div className="in">
          <ButtonLink look="outline" className="f1" to={pathOf(sealed)}>
            {words.activity}
          </ButtonLink>
          <Button className="f1" isBusy={isBusy} onClick={onApply}>
            {isBusy ? words.applying : words.apply}
          </Button>
        </div>
      </div>
    </>
  );
}

function Content({ activityId }: { activityId: string }) {
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
  if (refusal === null || refusal.refusal === "notFound" || refusal.refusal === "invalid")
    return (
      <Empty {...words.none}>
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
