import { useState } from "react";
import type { DeskLead } from "#contract/lead/desk.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { serverTime } from "../../platform/time/server-time.ts";
import { Button } from "../../ui/form/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { fromInputValue, toInputValue } from "../../ui/form/local-time.ts";
import { leadDeskMessages } from "./messages.ts";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as leadDeskCss from "./lead-desk.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Whether the agreed call should have been made by now. */
export const isOverdue = ({ nextCallTime }: DeskLead): boolean =>
  nextCallTime !== null && Date.parse(nextCallTime) <= serverTime.now();

/** Next call and test drive that are agreed with the person. */
export function AgreedTimes({ lead }: { lead: DeskLead }) {
  const { nextCallTime, testDriveTime } = lead;
  if (nextCallTime === null && testDriveTime === null) return null;
  return (
    <div className={textCss.small}>
      {nextCallTime !== null && (
        <p className={isOverdue(lead) ? `${textCss.accent} ${textCss.medium}` : ""}>
          {isOverdue(lead)
            ? leadDeskMessages.overdueSince(formatMoment(nextCallTime))
            : leadDeskMessages.nextCallAt(formatMoment(nextCallTime))}
        </p>
      )}
      {testDriveTime !== null && <p>{leadDeskMessages.testDriveAt(formatMoment(testDriveTime))}</p>}
    </div>
  );
}

type FollowUpProps = {
  lead: DeskLead;
  isBusy: boolean;
  /** @param next null clears the next call */
  onPlan: (next: string | null) => void;
  onTestDrive: (time: string) => void;
};

/** Form of the next call, and of a test drive. */
export function FollowUpForm({ lead, isBusy, onPlan, onTestDrive }: FollowUpProps) {
  const [call, setCall] = useState<string | null>(null);
  const [drive, setDrive] = useState("");
  const nextCall = call ?? toInputValue(lead.nextCallTime ?? "");
  return (
    <details>
      <summary className={controlsCss.link}>{leadDeskMessages.followUp}</summary>
      <div className={leadDeskCss.followUp}>
        <TextField
          label={leadDeskMessages.nextCall}
          type="datetime-local"
          value={nextCall}
          onChange={({ target }) => setCall(target.value)}
        />
        <Button
          look="outline"
          size="small"
          disabled={isBusy || nextCall === ""}
          onClick={() => onPlan(fromInputValue(nextCall))}
        >
          {leadDeskMessages.saveCall}
        </Button>
        {lead.nextCallTime !== null && (
          <Button
            look="quiet"
            size="small"
            disabled={isBusy}
            onClick={() => {
              setCall("");
              onPlan(null);
            }}
          >
            {leadDeskMessages.noCall}
          </Button>
        )}
        <TextField
          label={leadDeskMessages.testDrive}
          type="datetime-local"
          value={drive}
          onChange={({ target }) => setDrive(target.value)}
        />
        <Button
          look="outline"
          size="small"
          disabled={isBusy || drive === ""}
          onClick={() => onTestDrive(fromInputValue(drive))}
        >
          {leadDeskMessages.agreeTestDrive}
        </Button>
      </div>
    </details>
  );
}
