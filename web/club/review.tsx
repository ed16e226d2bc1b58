import { Suspense, useRef, useState } from "react";
import type { Moderation } from "#contract/community-complaints.ts";
import { toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/button.tsx";
import { refusalOf } from "../ui/failure.ts";
import { useFocusKept } from "../platform/focus-kept.ts";
import { askForReview } from "./api.ts";
import { expire } from "./club-state.ts";
import { part } from "./part.ts";
import { words } from "./words.ts";

const { Part: ReasonSheet, whenReady } = part(() => import("./reason-sheet.tsx"));

/** Asks operators once to look again, with a word of the author's; says so where they wait for it. */
export function Review({
  kind,
  targetId,
  known,
}: {
  kind: "article" | "comment";
  targetId: string;
  /** Whether they have asked before. */
  known: Moderation["review"];
}) {
  const said = words.notices.moderation;
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const waiting = useRef<HTMLParagraphElement>(null);
  const kept = useFocusKept(() => waiting.current);
  const ask = async (detail: string) => {
    setBusy(true);
    try {
      await askForReview(send, { kind, targetId, detail });
      toast(said.asked);
      expire();
      setAsked(true);
      setOpen(false);
      kept();
    } catch (error) {
      // Told by the call itself; what was written stays.
      if (refusalOf(error) === null) throw error;
    } finally {
      setBusy(false);
    }
  };
  if (known === "decided") return null;
  if (isAsked || known === "waiting")
    return (
      <p ref={waiting} className="cap c2 mt2" tabIndex={-1}>
        {said.waiting}
      </p>
    );
  return (
    <>
      <p className="mt2">
        <Button look="outline" size="tiny" onClick={() => whenReady(() => setOpen(true))}>
          {said.ask}
        </Button>
      </p>
      {isOpen && (
        <Suspense>
          <ReasonSheet
            title={said.ask}
            text={said.askText}
            label={said.askReason}
            send={said.askSend}
            isBusy={isBusy}
            onSend={(detail) => void ask(detail)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
