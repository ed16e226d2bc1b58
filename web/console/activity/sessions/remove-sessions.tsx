import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SessionSeats } from "#contract/console/activity/sessions.ts";
import { Refusal } from "#contract/core/errors.ts";
import { ActionMenu } from "../../kit/controls/action-menu.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import { checkSeats, refreshActivity, saveSeats } from "../api.ts";
import { seatMessages as texts } from "./messages.ts";

type RemoveSessionsProps = {
  activityId: string;
  /** Session or dealer whose cells are removed: 09:30, 青岚中心. */
  name: string;
  sessions: readonly (SessionSeats | null)[];
};

/** Menu of a row or column of the grid: removes its sessions, if nobody has a seat of them. */
export function RemoveSessions({ activityId, name, sessions }: RemoveSessionsProps) {
  const [isAsking, setAsking] = useState(false);
  const own = sessions.flatMap((session) => (session?.canWrite ? [session.sessionId] : []));
  if (own.length === 0) return null;
  return (
    <>
      <ActionMenu
        label={texts.actionsOf(name)}
        groups={[[{ label: texts.remove, isDanger: true, onSelect: () => setAsking(true) }]]}
      />
      {isAsking && (
        <RemoveDialog activityId={activityId} name={name} removed={own} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

type RemoveDialogProps = {
  activityId: string;
  name: string;
  removed: readonly string[];
  onClose: () => void;
};
/** Asks with what the server says of it: who has a seat, and how many wait. */
function RemoveDialog({ activityId, name, removed, onClose }: RemoveDialogProps) {
  const client = useQueryClient();
  const changes = { activityId, changed: [], added: [], removed: [...removed] };
  const check = useQuery({
    queryKey: ["seats-removal", activityId, removed],
    queryFn: () => checkSeats(changes),
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const { error, data } = check;
  const faults = error instanceof Refusal ? Object.values(error.fields) : [];
  const waits = data?.endedWaits ?? 0;
  const remove = async (): Promise<void> => {
    const done = await saveSeats(changes);
    showResult(texts.removed(removed.length, done.endedWaits));
    await refreshActivity(client, activityId);
  };
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={texts.removeTitle(name, removed.length)}
      text={texts.removeText}
      confirm={texts.remove}
      isDisabled={data === undefined}
      onConfirm={remove}
      onClose={onClose}
    >
      {error !== null && (
        <NoteBar tone="error">
          {faults.length === 0 ? error.message : faults.map((text) => <div key={text}>{text}</div>)}
        </NoteBar>
      )}
      {waits > 0 && <NoteBar tone="warn">{texts.endsWaits(waits)}</NoteBar>}
    </ConfirmDialog>
  );
}
