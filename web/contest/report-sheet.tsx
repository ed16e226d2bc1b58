import * as contestCss from "./contest.module.css";
import { useState } from "react";
import type { ContestEntry, ContestReportReason } from "#contract/contest/contest.ts";
import { showToast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { Button } from "../ui/form/button.tsx";
import { ChoiceGroup } from "../ui/form/choice-group.tsx";
import { Sheet } from "../ui/overlay/sheet.tsx";
import { reportEntry } from "./api.ts";
import { contestMessages } from "./messages.ts";
import * as fieldCss from "../ui/form/field.module.css";
import * as overlayCss from "../ui/overlay/overlay.module.css";

const texts = contestMessages.report;
const reasons = ["stolen", "offensive", "fake", "other"] as const satisfies ContestReportReason[];

type ReportSheetProps = { activityId: string; entry: ContestEntry; onClose: () => void };

/** Complains about an entry. The call itself asks a visitor to log in. */
export function ReportSheet({ activityId, entry, onClose }: ReportSheetProps) {
  const [reason, setReason] = useState<ContestReportReason>("stolen");
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      await reportEntry(send, activityId, entry.entryId, reason);
      showToast(texts.done);
      onClose();
    } catch (error) {
      // The call itself shows a refusal.
      if (asRefusal(error) === null) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet {...{ onClose, isBusy }} isOpen title={texts.title}>
      <form
        className={`${overlayCss.body} ${fieldCss.fields}`}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <ChoiceGroup
          name="contest-report-reason"
          label={texts.reason}
          className={contestCss.reasons}
          choices={reasons.map((one) => ({ value: one, content: <span>{texts.reasons[one]}</span> }))}
          value={reason}
          onChoose={(chosen) => setReason(reasons.find((one) => one === chosen) ?? "other")}
        />
        <Button type="submit" isWide isBusy={isBusy}>
          {texts.send}
        </Button>
      </form>
    </Sheet>
  );
}
