import { lazy, Suspense, useState } from "react";
import { cancelOwn, type Held } from "./own-actions.ts";
import type { Moved, Ticket } from "./ticket-record.ts";
import { words } from "./words.ts";

const ChangeSheet = lazy(() => import("./change-sheet.tsx").then((part) => ({ default: part.ChangeSheet })));

type TicketManageProps = { ticket: Ticket; onCancelled: () => void; onChanged: (moved: Moved) => void };

/** Another session, or giving the ticket up, while either may be. */
export function TicketManage({ ticket, onCancelled, onChanged }: TicketManageProps) {
  const [isChanging, setChanging] = useState(false);
  const { sessionId = null, dealerId = null, canCancel = false, canChange = false } = ticket;
  if (!canCancel) return null;
  const held: Held = { ...ticket, sessionId, dealerId };
  return (
    <div className="tkt-manage">
      {canChange && (
        <button type="button" onClick={() => setChanging(true)}>
          {words.own.change}
        </button>
      )}
      <button type="button" onClick={() => void cancelOwn(held).then((isGone) => isGone && onCancelled())}>
        {words.own.cancel}
      </button>
      {isChanging && (
        <Suspense>
          <ChangeSheet held={held} onClose={() => setChanging(false)} onChanged={onChanged} />
        </Suspense>
      )}
    </div>
  );
}
