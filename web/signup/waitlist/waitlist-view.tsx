import * as waitlistCss from "./waitlist.module.css";
import { useState } from "react";
import type { WaitlistEntry } from "#contract/signup/waitlist.ts";
import { acceptOffer, leaveWaitlist } from "#contract/signup/waitlist.ts";
import { formatSpan } from "#contract/core/date-text.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { notifySignedUp } from "../../platform/activity/activity-events.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { Countdown } from "../../ui/display/countdown.tsx";
import { describeFailure } from "../../ui/feedback/load-failure.ts";
import { CalendarIcon, PinIcon } from "../../ui/icons/common-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { signUpMessages } from "../messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { MovedNotice } from "../schedule/moved-notice.tsx";
import { TitleText } from "../../ui/display/title-text.tsx";

const texts = signUpMessages.waitlist;
type WaitlistViewProps = {
  activityId: string;
  waiting: WaitlistEntry;
  /** Called after a change: the entry is reloaded. */
  onChanged: () => void;
  /** Called when the person joins the waitlist again after expiry. */
  onAgain: () => void;
};

/** Actions on the entry: accept the offered seat, or leave. */
function useWaitlistActions(activityId: string, onChanged: () => void) {
  const [busy, setBusy] = useState<"accept" | "leave" | null>(null);
  const run = async (name: "accept" | "leave", work: () => Promise<string>) => {
    setBusy(name);
    try {
      showToast(await work());
      notifySignedUp();
    } catch (error) {
      showToast(describeFailure(error).title);
    } finally {
      setBusy(null);
      onChanged();
    }
  };
  const accept = () =>
    run("accept", async () => {
      await send(acceptOffer, { id: activityId }, { isSilent: true });
      return texts.accepted;
    });
  const leave = async (ask: (typeof texts.ask)[keyof typeof texts.ask]) => {
    if (!(await raiseChallenge("dialog", ask))) return;
    await run("leave", async () => {
      await send(leaveWaitlist, { id: activityId }, { isSilent: true });
      return texts.left;
    });
  };
  return { busy, accept, leave };
}

/** Countdown to the end of the reservation. */
function TimeLeft({ until, onEnd }: { until: string; onEnd: () => void }) {
  const [from] = useState(() => new Date(serverTime.now()).toISOString());
  return (
    <div className={waitlistCss.timeLeft}>
      <Countdown until={until} from={from} onEnd={onEnd} />
    </div>
  );
}

/** The person's place on the waitlist, or the seat reserved for them (requirement L18). */
export function WaitlistView({ activityId, waiting, onChanged, onAgain }: WaitlistViewProps) {
  const { busy, accept, leave } = useWaitlistActions(activityId, onChanged);
  const { position, offerUntil, title, coverUrl, startTime, endTime, dealerName, address, calledOff } =
    waiting;
  const state = calledOff ? "calledOff" : waiting.state;
  return (
    <section className={`${waitlistCss.waiting} ${contentCss.card}`}>
      <output className={waitlistCss.head}>
        {state === "waiting" && <b className={textCss.title1}>{texts.position(position)}</b>}
        {state === "offered" && <b className={`${textCss.title1} ${textCss.accent}`}>{texts.offered}</b>}
        {state === "expired" && <b className={textCss.title1}>{texts.expired}</b>}
        {calledOff && <b className={textCss.title1}>{signUpMessages.calledOff.title}</b>}
      </output>
      {waiting.moved && (
        <MovedNotice
          {...{ activityId, moved: waiting.moved, startTime, endTime }}
          onAcknowledged={onChanged}
        />
      )}
      {offerUntil !== null && <TimeLeft key={offerUntil} until={offerUntil} onEnd={onChanged} />}
      <p className={`${textCss.small} ${textCss.secondary} ${textCss.center}`}>
        {state === "waiting" && (waiting.isPaused ? texts.paused : texts.text)}
        {state === "offered" && texts.offeredText(formatMoment(offerUntil ?? "").replaceAll(" ", "\u00a0"))}
        {state === "expired" && texts.expiredText}
        {calledOff && signUpMessages.calledOff.text(calledOff.reason)}
      </p>
      <div className={`${layoutCss.row} ${layoutCss.gap3} ${waitlistCss.activity}`}>
        <span className={waitlistCss.picture}>
          <ResponsivePicture url={coverUrl} width={92} height={72} />
        </span>
        <div className={layoutCss.grow}>
          <h2 className={`${textCss.medium} ${textCss.twoLines}`}>
            <TitleText text={title} />
          </h2>
          <p className={`${contentCss.meta} ${layoutCss.marginTop1}`}>
            <CalendarIcon size={16} />
            <span className={textCss.ellipsis}>{formatSpan(startTime, endTime)}</span>
          </p>
          <p className={contentCss.meta}>
            <PinIcon size={16} />
            <span className={textCss.ellipsis}>{dealerName ?? address}</span>
          </p>
        </div>
      </div>
      <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
        {state === "waiting" && (
          <Button
            look="outline"
            className={layoutCss.grow}
            isBusy={busy === "leave"}
            onClick={() => void leave(texts.ask.leave)}
          >
            {texts.leave}
          </Button>
        )}
        {state === "offered" && (
          <>
            <Button
              look="outline"
              className={layoutCss.grow}
              isBusy={busy === "leave"}
              disabled={busy === "accept"}
              onClick={() => void leave(texts.ask.decline)}
            >
              {texts.decline}
            </Button>
            <Button
              className={layoutCss.grow}
              isBusy={busy === "accept"}
              disabled={busy === "leave"}
              onClick={() => void accept()}
            >
              {texts.accept}
            </Button>
          </>
        )}
        {state === "expired" && (
          <Button look="tonal" className={layoutCss.grow} onClick={onAgain}>
            {texts.again}
          </Button>
        )}
        {calledOff && (
          <ButtonLink look="outline" className={layoutCss.grow} to="/list">
            {signUpMessages.others}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
