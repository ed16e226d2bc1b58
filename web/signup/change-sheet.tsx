import "./sign-up.css";
import { useEffect, useEffectEvent, useState } from "react";
import { send } from "../platform/http/send.ts";
import { toast } from "../platform/http/challenges.ts";
import { Button } from "../ui/button.tsx";
import { failureOf, refusalOf } from "../ui/failure.ts";
import { formatSpan } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { Sheet } from "../ui/overlay.tsx";
import { useOneAtATime } from "../ui/use-one-at-a-time.ts";
import { settleChoice } from "./dates.ts";
import { changeOwn, type Held } from "./own-actions.ts";
import { SessionChoice } from "./session-choice.tsx";
import type { Moved } from "./ticket-record.ts";
import { useDates } from "./use-dates.ts";
import { words } from "./words.ts";

type ChangeSheetProps = { held: Held; onClose: () => void; onChanged: (moved: Moved) => void };

/** Another session of the same dealer, for a sign-up that stands. */
export function ChangeSheet({ held, onClose, onChanged }: ChangeSheetProps) {
  const { dates, load } = useDates(send, held.activityId, null);
  const [choice, setChoice] = useState({ date: "", sessionId: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const reload = () =>
    load(held.dealerId ?? "").then(
      (loaded) => loaded && setChoice((before) => settleChoice(loaded.list, before)),
    );
  const begin = useEffectEvent(() => void reload());
  useEffect(() => begin(), []);
  const [isBusy, change] = useOneAtATime(async () => {
    if (choice.sessionId === "") return setProblem(words.own.chooseFirst);
    setProblem(null);
    try {
      const moved = await changeOwn(held, choice.sessionId);
      toast(words.own.changed(formatSpan(moved.startTime, moved.endTime)));
      onChanged(moved);
      onClose();
    } catch (error) {
      const refusal = refusalOf(error);
      setProblem(refusal?.message ?? failureOf(error).title);
      await reload();
    }
  });
  return (
    <Sheet isOpen title={words.own.changeTitle} onClose={onClose} isBusy={isBusy}>
      <div className="bd su-change">
        <p className="bs c2">{words.own.changeText(formatSpan(held.startTime, held.endTime))}</p>
        {dates.state === "failed" ? (
          <div className="mt3">
            <Notice kind="warn">
              {words.datesFailed}
              <button type="button" className="lk again" onClick={() => void reload()}>
                {words.retry}
              </button>
            </Notice>
          </div>
        ) : dates.state === "loading" && dates.list.length === 0 ? (
          <output className="sk dates-sk" aria-label={words.loadingDates} />
        ) : (
          <SessionChoice
            dates={dates.list}
            {...choice}
            heldId={held.sessionId}
            onDate={(date) => setChoice({ date, sessionId: "" })}
            onSession={(sessionId) => setChoice((before) => ({ ...before, sessionId }))}
          />
        )}
        {problem !== null && (
          <div className="mt3">
            <Notice kind="err">{problem}</Notice>
          </div>
        )}
        <Button isWide isBusy={isBusy} className="mt4" onClick={() => void change()}>
          {words.own.changeTo}
        </Button>
      </div>
    </Sheet>
  );
}
