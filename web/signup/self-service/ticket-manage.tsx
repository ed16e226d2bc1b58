import { lazy, Suspense, useState } from "react";
import { confirmAndCancelSignUp, type ManagedSignUp } from "./manage-sign-up.ts";
import type { MovedSession, Ticket } from "../ticket/ticket-record.ts";
import { signUpMessages } from "../messages.ts";
import * as ticketCss from "../ticket/ticket.module.css";

const ChangeSessionSheet = lazy(() =>
  import("./change-session-sheet.tsx").then((part) => ({ default: part.ChangeSessionSheet })),
);

type TicketManageProps = {
  ticket: Ticket;
  onCancelled: () => void;
  onChanged: (moved: MovedSession) => void;
};

/** Buttons to change the session and to cancel, if permitted. */
export function TicketManage({ ticket, onCancelled, onChanged }: TicketManageProps) {
  const [isChanging, setChanging] = useState(false);
  const { sessionId = null, dealerId = null, canCancel = false, canChange = false } = ticket;
  if (!canCancel) return null;
  const signUp: ManagedSignUp = { ...ticket, sessionId, dealerId };
  return (
    <div className={ticketCss.manage}>
      {canChange && (
        <button type="button" onClick={() => setChanging(true)}>
          {signUpMessages.own.change}
        </button>
      )}
      <button
        type="button"
        onClick={() => void confirmAndCancelSignUp(signUp).then((isGone) => isGone && onCancelled())}
      >
        {signUpMessages.own.cancel}
      </button>
      {isChanging && (
        <Suspense>
          <ChangeSessionSheet signUp={signUp} onClose={() => setChanging(false)} onChanged={onChanged} />
        </Suspense>
      )}
    </div>
  );
}
