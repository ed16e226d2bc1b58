import { Suspense, useRef, useState } from "react";
import type { Moderation } from "#contract/club/complaints.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { Button } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useFocusFallback } from "../../platform/browser/use-focus-fallback.ts";
import { requestReview } from "../api.ts";
import { expireScreens } from "../club-state.ts";
import { lazyOverlay } from "../shared/lazy-overlay.ts";
import { clubMessages } from "../messages.ts";

const { Part: ReasonSheet, whenReady } = lazyOverlay(() => import("../shared/reason-sheet.tsx"));

/** Asks operators once to look again, with a word of the author's; says so where they wait for it. */
export function ReviewRequestButton({
  kind,
  targetId,
  known,
}: {
  kind: "article" | "comment";
  targetId: string;
  /** Whether they have asked before. */
  known: Moderation["review"];
}) {
  const said = clubMessages.notices.moderation;
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const waiting = useRef<HTMLParagraphElement>(null);
  const kept = useFocusFallback(() => waiting.current);
  const ask = async (detail: string) => {
    setBusy(true);
    try {
      await requestReview(send, { kind, targetId, detail });
      showToast(said.asked);
      expireScreens();
      setAsked(true);
      setOpen(false);
      kept();
    } catch (error) {
      // Told by the call itself; what was written stays.
      if (asRefusal(error) === null) throw error;
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
