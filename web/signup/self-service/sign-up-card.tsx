import { Link } from "react-router";
import type { OwnSignUp, OwnSignUpState } from "#contract/signup/self-service.ts";
import { trialSuffix } from "#contract/core/limits.ts";
import { formatSpan } from "#contract/core/date-text.ts";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { CalendarIcon, PinIcon } from "../../ui/icons/common-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { Tag, TagIcon, type TagKind } from "../../ui/display/tag.tsx";
import { signUpMessages } from "../messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as mySignUpsCss from "./my-sign-ups.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { MovedNotice } from "../schedule/moved-notice.tsx";
import { TitleText } from "../../ui/display/title-text.tsx";

const kinds: Readonly<Record<OwnSignUpState, TagKind>> = {
  upcoming: "live",
  attended: "ended",
  ended: "ended",
  cancelled: "err",
  waiting: "wait",
  offered: "hot",
  expired: "ended",
};

/** Icon of the waitlist, to distinguish it from a full activity. */
const hourglass =
  "M2.5 1.2h7M2.5 10.8h7M3.4 1.2C3.4 4 6 4.4 6 6s-2.6 2-2.6 4.8M8.6 1.2C8.6 4 6 4.4 6 6s2.6 2 2.6 4.8";

const stateText = ({ state, before, calledOff }: OwnSignUp): string =>
  calledOff
    ? signUpMessages.calledOff.title
    : state === "waiting" && before !== undefined
      ? signUpMessages.own.place(before + 1)
      : signUpMessages.own.states[state];

const detailOf = ({ activityId, activityType }: OwnSignUp): string =>
  `/${activityType === "online" ? "online" : "offline"}/${activityId}`;
/** Page of a sign-up: the ticket, also of a cancelled activity; if the person cancelled, the activity. */
const pathOf = (signUp: OwnSignUp): string =>
  signUp.state === "cancelled" && !signUp.calledOff
    ? detailOf(signUp)
    : `/offline/signUpUser?activityId=${signUp.activityId}`;

/**
 * Next action after the end: an activity with sessions may continue in others, one without is over. A person
 * who signed up and did not come stays signed up and cannot sign up again. A cancelled activity has no page.
 */
function followUp(signUp: OwnSignUp) {
  const { own: texts } = signUpMessages;
  const look = "outline";
  if (signUp.sessionId !== null && !signUp.calledOff)
    return {
      look,
      text: texts.activity,
      label: texts.activityOf(signUp.title),
      to: detailOf(signUp),
    } as const;
  return {
    look,
    text: texts.others,
    label: texts.others,
    to: `/list?activityType=${signUp.activityType}`,
  } as const;
}

/** Name of the dealer; the trial suffix is separate because it is never truncated (requirement K14). */
function Place({ signUp }: { signUp: OwnSignUp }) {
  const { activityType, dealerName, address } = signUp;
  const whole = activityType === "online" ? signUpMessages.own.online : (dealerName ?? address);
  const isTrial = whole.endsWith(trialSuffix);
  return (
    <span className={contentCss.dealer}>
      <span>{isTrial ? whole.slice(0, -trialSuffix.length) : whole}</span>
      {isTrial && <span className={contentCss.trial}>{trialSuffix}</span>}
    </span>
  );
}

/** Main action of a sign-up. */
function PrimaryAction({ signUp }: { signUp: OwnSignUp }) {
  const { state, title } = signUp;
  const texts = signUpMessages.own;
  const to = pathOf(signUp);
  const actions = {
    upcoming: { look: "primary", text: texts.show, label: texts.showOf(title), to },
    offered: { look: "accent", text: texts.confirm, label: texts.confirmOf(title), to },
    waiting: { look: "outline", text: texts.see, label: texts.seeOf(title), to },
    expired: { look: "outline", text: texts.again, label: texts.againOf(title), to },
    attended: { look: "outline", text: texts.show, label: texts.showOf(title), to },
    ended: followUp(signUp),
    cancelled: signUp.calledOff
      ? followUp(signUp)
      : ({ look: "outline", text: texts.again, label: texts.againOf(title), to } as const),
  } as const;
  const action = actions[state];
  return (
    <ButtonLink look={action.look} size="tiny" to={action.to} prefetch="intent" aria-label={action.label}>
      {action.text}
    </ButtonLink>
  );
}

type CardProps = {
  signUp: OwnSignUp;
  onCancel: () => void;
  onChange: () => void;
  /** Called after a change of times was acknowledged; null for an offline copy. */
  onAcknowledged: (() => void) | null;
};

/** Card of one sign-up (mockup 12-my-signups). */
export function SignUpCard({ signUp, onCancel, onChange, onAcknowledged }: CardProps) {
  const { title, state } = signUp;
  const path = pathOf(signUp);
  return (
    <li className={`${contentCss.card} ${mySignUpsCss.card}`}>
      <div className={`${layoutCss.row} ${layoutCss.spaceBetween} ${layoutCss.gap2}`}>
        <span className={`${textCss.caption} ${textCss.tertiary} ${textCss.numeric} ${textCss.ellipsis}`}>
          {signUp.ticketCode !== undefined && signUpMessages.own.number(signUp.ticketCode)}
        </span>
        <Tag kind={kinds[state]}>
          {state === "waiting" && <TagIcon path={hourglass} />}
          {stateText(signUp)}
        </Tag>
      </div>
      <Link
        className={`${layoutCss.row} ${layoutCss.gap3} ${layoutCss.marginTop3}`}
        to={path}
        prefetch="intent"
      >
        <span className={mySignUpsCss.picture}>
          <ResponsivePicture url={signUp.coverUrl} width={92} height={72} />
        </span>
        <div className={layoutCss.grow}>
          <h2 className={`${mySignUpsCss.name} ${textCss.twoLines}`}>
            <TitleText text={title} />
          </h2>
          <p className={`${contentCss.meta} ${layoutCss.marginTop1}`}>
            <CalendarIcon size={16} />
            <span className={textCss.ellipsis}>{formatSpan(signUp.startTime, signUp.endTime)}</span>
          </p>
          <p className={contentCss.meta}>
            <PinIcon size={16} />
            <Place signUp={signUp} />
          </p>
        </div>
      </Link>
      {signUp.moved && (
        <div className={layoutCss.marginTop3}>
          <MovedNotice
            activityId={signUp.activityId}
            moved={signUp.moved}
            startTime={signUp.startTime}
            endTime={signUp.endTime}
            onAcknowledged={onAcknowledged}
          />
        </div>
      )}
      {signUp.calledOff && (
        <p className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop3}`}>
          {signUpMessages.calledOff.text(signUp.calledOff.reason)}
        </p>
      )}
      {signUp.cancelReason !== undefined && (
        <p className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop3}`}>
          {signUpMessages.own.cancelledFor(signUp.cancelReason)}
        </p>
      )}
      {signUp.isPaused && (
        <p className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop3}`}>
          {signUpMessages.waitlist.paused}
        </p>
      )}
      <div
        className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.marginTop3} ${layoutCss.wrap} ${mySignUpsCss.ways}`}
      >
        {signUp.canCancel && (
          <Button look="quiet" size="tiny" aria-label={signUpMessages.own.cancelOf(title)} onClick={onCancel}>
            {signUpMessages.own.cancel}
          </Button>
        )}
        {signUp.canChange && (
          <Button
            look="outline"
            size="tiny"
            aria-label={signUpMessages.own.changeOf(title)}
            onClick={onChange}
          >
            {signUpMessages.own.change}
          </Button>
        )}
        <PrimaryAction signUp={signUp} />
      </div>
    </li>
  );
}
