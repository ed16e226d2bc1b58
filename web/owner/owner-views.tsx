import { useState } from "react";
import type { OwnerState } from "#contract/owner/owner.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { showToast } from "../platform/http/challenges.ts";
import { fittedPictureUrl } from "../platform/picture/fitted-picture-url.ts";
import { Button, ButtonLink } from "../ui/form/button.tsx";
import { describeFailure } from "../ui/feedback/load-failure.ts";
import { ShieldIcon } from "../ui/icons/activity-icons.tsx";
import { CheckIcon } from "../ui/icons/form-icons.tsx";
import { CarIcon, ClockIcon } from "../ui/icons/detail-icons.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { ownerMessages } from "./messages.ts";
import * as fieldCss from "../ui/form/field.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as ownerCss from "./owner.module.css";
import * as textCss from "../ui/styles/text.module.css";

type Application = NonNullable<OwnerState["application"]>;

/** Longest side of the licence's picture at two pixels per point, px. */
const LICENCE_SIDE = 1200;

const Facts = ({ facts }: { facts: readonly (readonly [string, string])[] }) => (
  <dl className={ownerCss.facts}>
    {facts.map(([term, fact]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{fact}</dd>
      </div>
    ))}
  </dl>
);

/** Reason why the last application was declined, with a button to apply again. */
export const ApplicationDeclined = ({ application, text }: { application: Application; text: string }) => (
  <div className={ownerCss.notice}>
    <Notice kind="warn">
      <b>{ownerMessages.declined.title}</b>
      {application.reason !== null && ownerMessages.because(application.reason)}
      <br />
      {text}
    </Notice>
  </div>
);

/** Benefits of the verification; displayed beside the form. */
export const OwnerIntro = () => (
  <section className={`${fieldCss.block} ${ownerCss.intro}`}>
    <h2>
      <ShieldIcon size={20} />
      {ownerMessages.intro.title}
    </h2>
    <ul>
      {ownerMessages.intro.points.map((point) => (
        <li key={point}>
          <CheckIcon size={16} />
          {point}
        </li>
      ))}
    </ul>
  </section>
);

/** Progress of an application in three steps. */
const Steps = () => (
  <ol className={ownerCss.steps}>
    <li className={ownerCss.past}>{ownerMessages.steps.sent}</li>
    <li aria-current="step">{ownerMessages.steps.review}</li>
    <li>{ownerMessages.steps.done}</li>
  </ol>
);

type ApplicationReviewProps = {
  application: Application;
  poll: () => Promise<void>;
  /** The car club's group that the user wanted to join. */
  groupId: string | null;
};

/** Application under review; the page polls its state. */
export function ApplicationReview({ application, poll, groupId }: ApplicationReviewProps) {
  const [isChecking, setChecking] = useState(false);
  const check = async () => {
    setChecking(true);
    try {
      await poll();
    } catch (error) {
      showToast(describeFailure(error).title);
    } finally {
      setChecking(false);
    }
  };
  const { facts, review } = ownerMessages;
  return (
    <section className={`${fieldCss.block} ${ownerCss.state}`}>
      <div className={`${ownerCss.icon} ${ownerCss.waiting}`}>
        <ClockIcon size={32} />
      </div>
      <output className={textCss.title2}>{review.title}</output>
      <p className={`${textCss.small} ${textCss.secondary}`}>{review.text}</p>
      <Steps />
      <Facts
        facts={[
          [facts.vin, application.vin],
          [facts.series, application.seriesName],
          [facts.sent, formatMoment(application.createdTime)],
        ]}
      />
      {application.pictureUrl !== null && (
        <img
          className={ownerCss.licence}
          src={fittedPictureUrl(application.pictureUrl, LICENCE_SIDE)}
          alt={ownerMessages.licence}
        />
      )}
      <Button look="tonal" isWide isBusy={isChecking} onClick={() => void check()}>
        {isChecking ? review.checking : review.check}
      </Button>
      {groupId !== null && (
        <ButtonLink look="quiet" isWide to={`/club/group/${groupId}`}>
          {review.group}
        </ButtonLink>
      )}
    </section>
  );
}

type VerifiedOwnerProps = {
  state: OwnerState;
  /** Membership that the maker's system reported; null: none. */
  vip: string | null;
  onAdd: () => void;
} & Pick<ApplicationReviewProps, "groupId">;

/**
 * Verified owner with their cars and the state of another application; a link back to the group that they
 * wanted to join.
 */
export function VerifiedOwner({ state, vip, onAdd, groupId }: VerifiedOwnerProps) {
  const { title, text } = state.cars.length > 0 ? ownerMessages.accepted : ownerMessages.known;
  const isDeclined = state.application?.status === "declined";
  return (
    <>
      {isDeclined && state.application !== null && (
        <ApplicationDeclined
          application={state.application}
          text={ownerMessages.declined.other(state.application.seriesName)}
        />
      )}
      <section className={`${fieldCss.block} ${ownerCss.state}`}>
        <div className={ownerCss.icon}>
          <ShieldIcon size={32} />
        </div>
        <output className={textCss.title2}>{title}</output>
        {vip !== null && <span className={ownerCss.vip}>{vip}</span>}
        <p className={`${textCss.small} ${textCss.secondary}`}>{text}</p>
        <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
          <Button look="outline" className={layoutCss.grow} onClick={onAdd}>
            {isDeclined ? ownerMessages.declined.again : ownerMessages.addCar}
          </Button>
          <ButtonLink to={groupId === null ? "/list" : `/club/group/${groupId}`} className={layoutCss.grow}>
            {groupId === null ? ownerMessages.accepted.others : ownerMessages.accepted.group}
          </ButtonLink>
        </div>
      </section>
      {state.cars.length > 0 && (
        <section className={fieldCss.block}>
          <h2>{ownerMessages.cars}</h2>
          {state.cars.map((car) => (
            <div key={car.vin + car.verifiedTime} className={ownerCss.car}>
              <CarIcon />
              <div>
                <b className={`${textCss.small} ${textCss.medium}`}>{car.seriesName}</b>
                <small className={textCss.numeric}>{car.vin}</small>
              </div>
              <small>{formatMoment(car.verifiedTime)}</small>
            </div>
          ))}
        </section>
      )}
    </>
  );
}
