import { useState } from "react";
import type { OwnerState } from "#contract/owner.ts";
import { toast } from "../platform/http/challenges.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { failureOf } from "../ui/failure.ts";
import { formatMoment } from "../ui/format.ts";
import { ShieldIcon } from "../ui/icons-of-business.tsx";
import { CheckIcon } from "../ui/icons-of-forms.tsx";
import { CarIcon, ClockIcon } from "../ui/icons-of-things.tsx";
import { Notice } from "../ui/notice.tsx";
import { words } from "./words.ts";

type Application = NonNullable<OwnerState["application"]>;

const Facts = ({ facts }: { facts: readonly (readonly [string, string])[] }) => (
  <dl className="ow-facts">
    {facts.map(([term, fact]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{fact}</dd>
      </div>
    ))}
  </dl>
);

/** Why the last application was declined, and what can be done about it. */
export const Declined = ({ application, text }: { application: Application; text: string }) => (
  <div className="ow-notice">
    <Notice kind="warn">
      <b>{words.declined.title}</b>
      {application.reason !== null && words.because(application.reason)}
      <br />
      {text}
    </Notice>
  </div>
);

/** What verification is good for; beside the form. */
export const Intro = () => (
  <section className="blk ow-intro">
    <h2>
      <ShieldIcon size={20} />
      {words.intro.title}
    </h2>
    <ul>
      {words.intro.points.map((point) => (
        <li key={point}>
          <CheckIcon size={16} />
          {point}
        </li>
      ))}
    </ul>
  </section>
);

/** Where an application stands, in three steps. */
const Steps = () => (
  <ol className="ow-steps">
    <li className="past">{words.steps.sent}</li>
    <li aria-current="step">{words.steps.review}</li>
    <li>{words.steps.done}</li>
  </ol>
);

type ReviewProps = {
  application: Application;
  look: () => Promise<void>;
  /** The car club's group that was to be joined. */
  groupId: string | null;
};

/** An application under review; the page looks again by itself. */
export function Review({ application, look, groupId }: ReviewProps) {
  const [isLooking, setLooking] = useState(false);
  const check = async () => {
    setLooking(true);
    try {
      await look();
    } catch (error) {
      toast(failureOf(error).title);
    } finally {
      setLooking(false);
    }
  };
  const { facts, review } = words;
  return (
    <section className="blk ow-state">
      <div className="ic wait">
        <ClockIcon size={32} />
      </div>
      <output className="t2">{review.title}</output>
      <p className="bs c2">{review.text}</p>
      <Steps />
      <Facts
        facts={[
          [facts.vin, application.vin],
          [facts.series, application.seriesName],
          [facts.sent, formatMoment(application.createdTime)],
        ]}
      />
      {application.pictureUrl !== null && (
        <img className="ow-licence" src={application.pictureUrl} alt={words.licence} />
      )}
      <Button look="tonal" isWide isBusy={isLooking} onClick={() => void check()}>
        {isLooking ? review.checking : review.check}
      </Button>
      {groupId !== null && (
        <ButtonLink look="quiet" isWide to={`/club/group/${groupId}`}>
          {review.group}
        </ButtonLink>
      )}
    </section>
  );
}

type VerifiedProps = { state: OwnerState; onAdd: () => void } & Pick<ReviewProps, "groupId">;

/** A verified owner, with their cars, what became of another one; the way back to the group that was to be joined. */
export function Verified({ state, onAdd, groupId }: VerifiedProps) {
  const { title, text } = state.cars.length > 0 ? words.accepted : words.known;
  const isDeclined = state.application?.status === "declined";
  return (
    <>
      {isDeclined && state.application !== null && (
        <Declined application={state.application} text={words.declined.other(state.application.seriesName)} />
      )}
      <section className="blk ow-state">
        <div className="ic">
          <ShieldIcon size={32} />
        </div>
        <output className="t2">{title}</output>
        <p className="bs c2">{text}</p>
        <div className="row g3">
          <Button look="outline" className="f1" onClick={onAdd}>
            {isDeclined ? words.declined.again : words.addCar}
          </Button>
          <ButtonLink to={groupId === null ? "/list" : `/club/group/${groupId}`} className="f1">
            {groupId === null ? words.accepted.others : words.accepted.group}
          </ButtonLink>
        </div>
      </section>
      {state.cars.length > 0 && (
        <section className="blk">
          <h2>{words.cars}</h2>
          {state.cars.map((car) => (
            <div key={car.vin + car.verifiedTime} className="ow-car">
              <CarIcon />
              <div>
                <b className="bs md">{car.seriesName}</b>
                <small className="num">{car.vin}</small>
              </div>
              <small>{formatMoment(car.verifiedTime)}</small>
            </div>
          ))}
        </section>
      )}
    </>
  );
}
