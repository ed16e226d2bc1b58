import { showLead } from "#contract/lead/lead.ts";
import { send } from "../http/send.ts";
import { setLeadStatus } from "./lead-status.ts";

/** Asks whether the user has a lead. A failure keeps the button that offers one: sending it again is harmless. */
export const loadLeadStatus = (activityId: string, openId: string): Promise<void> =>
  send(showLead, { id: activityId }, { isSilent: true }).then(
    (lead) => setLeadStatus(activityId, openId, lead !== null),
    () => {},
  );
