import "./waiting.css";
import { useState } from "react";
import type { Waiting } from "#contract/waitlist.ts";
import { acceptOffer, leaveWaitlist } from "#contract/waitlist.ts";
import { tellSignedUp } from "../platform/changed.ts";
import { raise, toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { serverTime } from "../platform/server-time.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Countdown } from "../ui/countdown.tsx";
import { failureOf } from "../ui/failure.ts";
import { formatMoment, formatSpan } from "../ui/format.ts";
import { CalendarIcon, PinIcon } from "../ui/icons.tsx";
import { Picture } from "../ui/picture.tsx";
import { words } from "./words.ts";

const texts = words.waitlist;
type WaitingViewProps = {
  activityId: string;
  waiting: Waiting;
  /** Something happened to it: it is to be asked for again. */
  onChanged: () => void;
  /** Its time is over, and the person wants to wait again. */
  onAgain: () => void;
};

/** What may be done: take the seat that is kept, or give up. */
function useWays(activityId: string, onChanged: () => void) {
  const [busy, setBusy] = useState<"accept" | "leave" | null>(null);
  const run = async (name: "accept" | "leave", work: () => Promise<string>) => {
    setBusy(name);
    try {
      toast(await work());
      tellSignedUp();
    } catch (error) {
      toast(failureOf(error).title);
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
    if (!(await raise("dialog", ask))) return;
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
export function WaitingView({ activityId, waiting, onChanged, onAgain }: WaitingViewProps) {
  const { busy, accept, leave } = useWays(activityId, onChanged);
  const { position, offerUntil, title, coverUrl, startTime, endTime, dealerName, address, calledOff } =
    waiting;
  const state = calledOff ? "calledOff" : waiting.state;
  return (
    <section className="wt card">
      <output className="hd">
        {state === "waiting" && <b className="t1">{texts.position(position)}</b>}
        {state === "offered" && <b className="t1 acc">{texts.offered}</b>}
        {state === "expired" && <b className="t1">{texts.expired}</b>}
        {calledOff && <b className="t1">{words.calledOff.title}</b>}
      </output>
      {offerUntil !== null && <TimeLeft key={offerUntil} until={offerUntil} onEnd={onChanged} />}
      <p className="bs c2 ctr">
        {state === "waiting" && (waiting.isPaused ? texts.paused : texts.text)}
        {state === "offered" && texts.offeredText(formatMoment(offerUntil ?? "").replaceAll(" ", "\u00a0"))}
        {state === "expired" && texts.expiredText}
        {calledOff && words.calledOff.text(calledOff.reason)}
      </p>
      <div className="row g3 wh">
        <span className="pic">
          <Picture url={coverUrl} width={92} height={72} />
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
            {words.others}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
