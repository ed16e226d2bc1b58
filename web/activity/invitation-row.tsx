import { useState } from "react";
import type { ActivityDetail } from "#contract/activity.ts";
import { toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/button.tsx";
import { refusalOf } from "../ui/failure.ts";
import { PeopleIcon } from "../ui/icons-of-things.tsx";
import { words } from "./detail-words.ts";
import { useInvitation, type Invitation } from "./use-invitation.ts";

/** Helps the one who sent this visit, behind login and slider (requirements M08, M09). @returns whether it is done, now or before */
async function help(activityId: string, { from }: Invitation): Promise<boolean> {
  try {
    const { operateLink } = await import("#contract/share.ts");
    const { counted, remark } = await send(operateLink, { id: activityId, op: "claim", from });
    toast(counted ? words.invitation.done : (remark ?? words.invitation.before));
    return true;
  } catch (error) {
    // Refusals were told by the call itself.
    if (refusalOf(error) === null) throw error;
    return false;
  }
}

/** Who invites, and where the activity has a KOC programme the way to help them along. */
export function InvitationRow({ activity: { activityId, koc } }: { activity: ActivityDetail }) {
  const invitation = useInvitation(activityId);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  if (invitation === null) return null;
  const press = () => {
    setBusy(true);
    void help(activityId, invitation)
      .then(setDone)
      .finally(() => setBusy(false));
  };
  return (
    <div className="cond">
      <PeopleIcon size={20} />
      <span className="f1">
        <b>{words.invitation.by(invitation.nickname)}</b>
      </span>
      {koc !== undefined && (
        <Button look="tonal" size="small" isBusy={isBusy} disabled={isDone} onClick={press}>
          {isDone ? words.invitation.helped : words.invitation.help}
        </Button>
      )}
    </div>
  );
}
