import { useState } from "react";
import type { ComplaintKind } from "#contract/club/complaints.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { Button } from "../../ui/form/button.tsx";
import { ChoiceGroup } from "../../ui/form/choice-group.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { reportTarget } from "./api.ts";
import { TextArea } from "../shared/text-area.tsx";
import { writingMessages } from "../writing-messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import * as peopleCss from "../member/people.module.css";
import * as overlayCss from "../../ui/overlay/overlay.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const reasons = ["spam", "abuse", "false", "privacy", "illegal", "other"] as const;
type Reason = (typeof reasons)[number];

type ReportProps = { kind: ComplaintKind; targetId: string; onClose: () => void };

/** Form for reporting content, a member or a group, for use in a sheet. The call itself asks a visitor to log in. */
export function ReportForm({ kind, targetId, onClose }: ReportProps) {
  const [reason, setReason] = useState<Reason>("spam");
  const [detail, setDetail] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if ([...detail].length > clubLimits.maxReasonLength) return;
    setBusy(true);
    try {
      await reportTarget(send, { kind, targetId, reason, detail });
      showToast(writingMessages.report.done);
      onClose();
    } catch (error) {
      // The call itself shows a refusal; the input stays.
      if (asRefusal(error) === null) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className={`${overlayCss.body} ${fieldCss.fields}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {kind === "group" && (
        <p className={`${textCss.small} ${textCss.secondary}`}>{writingMessages.report.ofGroup}</p>
      )}
      <ChoiceGroup
        name="report-reason"
        label={writingMessages.report.reason}
        className={peopleCss.reasons}
        choices={reasons.map((one) => ({
          value: one,
          content: <span>{writingMessages.report.reasons[one]}</span>,
        }))}
        value={reason}
        onChoose={(chosen) => setReason(chosen as Reason)}
      />
      <TextArea
        id="report-detail"
        label={writingMessages.report.detail}
        value={detail}
        onChange={setDetail}
        maxLength={clubLimits.maxReasonLength}
      />
      <Button type="submit" isWide isBusy={isBusy}>
        {writingMessages.report.send}
      </Button>
    </form>
  );
}
