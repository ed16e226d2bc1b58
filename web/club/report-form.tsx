import { useState } from "react";
import type { ComplaintKind } from "#contract/community-complaints.ts";
import { communityLimits } from "#contract/community-limits.ts";
import { toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/button.tsx";
import { ChoiceGroup } from "../ui/choice-group.tsx";
import { refusalOf } from "../ui/failure.ts";
import { report } from "./api.ts";
import { TextArea } from "./text-area.tsx";
import { words } from "./words.ts";

const reasons = ["spam", "abuse", "false", "privacy", "illegal", "other"] as const;
type Reason = (typeof reasons)[number];

type ReportProps = { kind: ComplaintKind; targetId: string; onClose: () => void };

/** Why something is complained of; a visitor is asked to log in by the call itself. Stands in a sheet. */
export function ReportForm({ kind, targetId, onClose }: ReportProps) {
  const [reason, setReason] = useState<Reason>("spam");
  const [detail, setDetail] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if ([...detail].length > communityLimits.reasonMost) return;
    setBusy(true);
    try {
      await report(send, { kind, targetId, reason, detail });
      toast(words.report.done);
      onClose();
    } catch (error) {
      // Told by the call itself; what was filled in stays.
      if (refusalOf(error) === null) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="bd flds"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {kind === "group" && <p className="bs c2">{words.report.ofGroup}</p>}
      <ChoiceGroup
        name="report-reason"
        label={words.report.reason}
        look="cl-reasons"
        choices={reasons.map((one) => ({ value: one, content: <span>{words.report.reasons[one]}</span> }))}
        value={reason}
        onChoose={(chosen) => setReason(chosen as Reason)}
      />
      <TextArea
        id="report-detail"
        label={words.report.detail}
        value={detail}
        onChange={setDetail}
        most={communityLimits.reasonMost}
      />
      <Button type="submit" isWide isBusy={isBusy}>
        {words.report.send}
      </Button>
    </form>
  );
}
