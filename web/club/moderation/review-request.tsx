import { Suspense, useRef, useState } from "react";
import type { Moderation } from "#contract/club/complaints.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { Button } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { useFocusFallback } from "../../platform/browser/use-focus-fallback.ts";
import { requestReview } from "./api.ts";
import { expireScreens } from "../club-state.ts";
import { lazyOverlay } from "../shared/lazy-overlay.ts";
import { clubMessages } from "../messages.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const { Component: ReasonSheet, whenLoaded } = lazyOverlay(() => import("../shared/reason-sheet.tsx"));

/** Button with which an author requests a review, once and with an explanation; then a text that it is waiting. */
export function ReviewRequestButton({
  kind,
  targetId,
  known,
}: {
  kind: "article" | "comment";
  targetId: string;
  /** State of the review when the page was loaded. */
  known: Moderation["review"];
}) {
  const messages = clubMessages.notices.moderation;
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isRequested, setRequested] = useState(false);
  const waitingText = useRef<HTMLParagraphElement>(null);
  const restoreFocus = useFocusFallback(() => waitingText.current);
  const request = async (detail: string) => {
    setBusy(true);
    try {
      await requestReview(send, { kind, targetId, detail });
      showToast(messages.asked);
      expireScreens();
      setRequested(true);
      setOpen(false);
      restoreFocus();
    } catch (error) {
      // The call itself shows a refusal; the explanation stays.
      if (asRefusal(error) === null) throw error;
    } finally {
      setBusy(false);
    }
  };
  if (known === "decided") return null;
  if (isRequested || known === "waiting")
    return (
      <p
        ref={waitingText}
        className={`${textCss.caption} ${textCss.secondary} ${layoutCss.marginTop2}`}
        tabIndex={-1}
      >
        {messages.waiting}
      </p>
    );
  return (
    <>
      <p className={layoutCss.marginTop2}>
        <Button look="outline" size="tiny" onClick={() => whenLoaded(() => setOpen(true))}>
          {messages.ask}
        </Button>
      </p>
      {isOpen && (
        <Suspense>
          <ReasonSheet
            title={messages.ask}
            text={messages.askText}
            label={messages.askReason}
            send={messages.askSend}
            isBusy={isBusy}
            onSend={(detail) => void request(detail)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
