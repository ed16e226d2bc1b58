import "./waitlist.css";
import { useState } from "react";
import type { WaitlistEntry } from "#contract/signup/waitlist.ts";
import { acceptOffer, leaveWaitlist } from "#contract/signup/waitlist.ts";
import { notifySignedUp } from "../../platform/activity/activity-events.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { Countdown } from "../../ui/display/countdown.tsx";
import { describeFailure } from "../../ui/feedback/load-failure.ts";
import { formatMoment, formatSpan } from "../../ui/display/format.ts";
import { CalendarIcon, PinIcon } from "../../ui/icons/common-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { signUpMessages } from "../messages.ts";

const texts = signUpMessages.waitlist;
type WaitlistViewProps = {
  activityId: string;
  waiting: WaitlistEntry;
  /** Something happened to it: it is to be asked for again. */
  onChanged: () => void;
  /** Its time is over, and the person wants to wait again. */
  onAgain: () => void;
};

/** What may be done: take the seat that is kept, or give up. */
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

/** Until when the seat is kept. */
function TimeLeft({ until, onEnd }: { until: string; onEnd: () => void }) {
  const [from] = useState(() => new Date(serverTime.now()).toISOString());
  return (
    <div className="left">
      <Countdown until={until} from={from} onEnd={onEnd} />
    </div>
  );
}

/** The person's place on the waitlist, or the seat that is kept for them (requirement L18). */
export function WaitlistView({ activityId, waiting, onChanged, onAgain }: WaitlistViewProps) {
  const { busy, accept, leave } = useWaitlistActions(activityId, onChanged);
  const { position, offerUntil, title, coverUrl, startTime, endTime, dealerName, address, calledOff } =
    waiting;
  const state = calledOff ? "calledOff" : waiting.state;
  return (
    <section className="wt card">
      <output className="hd">
        {state === "waiting" && <b className="t1">{texts.position(position)}</b>}
        {state === "offered" && <b className="t1 acc">{texts.offered}</b>}
        {state === "expired" && <b className="t1">{texts.expired}</b>}
        {calledOff && <b className="t1">{signUpMessages.calledOff.title}</b>}
      </output>
      {offerUntil !== null && <TimeLeft key={offerUntil} until={offerUntil} onEnd={onChanged} />}
      <p className="bs c2 ctr">
        {state === "waiting" && (waiting.isPaused ? texts.paused : texts.text)}
        {state === "offered" && texts.offeredText(formatMoment(offerUntil ?? "").replaceAll(" ", "\u00a0"))}
        {state === "expired" && texts.expiredText}
        {calledOff && signUpMessages.calledOff.text(calledOff.reason)}
      </p>
      <div className="row g3 wh">
        <span className="pic">
          <ResponsivePicture url={coverUrl} width={92} height={72} />
        </span>
        <div className="f1">
          <h2 className="md el2">{title}</h2>
          <p className="meta mt1">
            <CalendarIcon size={16} />
            <span className="el1">{formatSpan(startTime, endTime)}</span>
          </p>
          <p className="meta">
            <PinIcon size={16} />
            <span className="el1">{dealerName ?? address}</span>
          </p>
        </div>
      </div>
      <div className="row g3">
        {state === "waiting" && (
          <Button
            look="outline"
            className="f1"
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
              className="f1"
              isBusy={busy === "leave"}
              disabled={busy === "accept"}
              onClick={() => void leave(texts.ask.decline)}
            >
              {texts.decline}
            </Button>
            <Button
              className="f1"
              isBusy={busy === "accept"}
              disabled={busy === "leave"}
              onClick={() => void accept()}
            >
              {texts.accept}
            </Button>
          </>
        )}
        {state === "expired" && (
          <Button look="tonal" className="f1" onClick={onAgain}>
            {texts.again}
          </Button>
        )}
        {calledOff && (
          <ButtonLink look="outline" className="f1" to="/list">
            {signUpMessages.others}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
