import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { formatDateTime } from "#contract/core/date-text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { CloseIcon } from "../../ui/icons/common-icons.tsx";
import { ConsoleButton, ToolButton } from "../kit/controls/console-button.tsx";
import { Segments } from "../kit/controls/segments.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { DateTimeInput } from "../kit/form/date-time-input.tsx";
import { Modal } from "../kit/overlay/modal.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useMay } from "../shell/index.ts";
import { changeWorkingDay, leadKeys, loadWorkingDays } from "./api.ts";
import * as leadCss from "./lead.module.css";
import { leadPageMessages } from "./messages.ts";

const { calendar: texts } = leadPageMessages;

type ChangeDay = (day: string, isWorking: boolean | null) => Promise<void>;
/** One day to add. */
function NewDay({ onChange }: { onChange: ChangeDay }) {
  const [day, setDay] = useState("");
  const [kind, setKind] = useState<"off" | "working">("off");
  return (
    <>
      <DateTimeInput isDay label={texts.day} value={day} onChange={setDay} />
      <div className={utilityCss.row}>
        <Segments
          label={texts.kind}
          value={kind}
          onChange={setKind}
          options={[
            { value: "off", label: texts.off },
            { value: "working", label: texts.working },
          ]}
        />
        <ConsoleButton
          disabled={!/^\d{4}-\d{2}-\d{2}$/.test(day)}
          onClick={() => void onChange(day, kind === "working").then(() => setDay(""))}
        >
          {texts.add}
        </ConsoleButton>
      </div>
    </>
  );
}

/** Calendar of working days, by which the first call of a lead is due (requirement CO61). */
export function CalendarDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const canWrite = useMay("setting.write");
  const { data } = useQuery({ queryKey: leadKeys.days, queryFn: loadWorkingDays });
  const change: ChangeDay = async (day, isWorking) => {
    try {
      await changeWorkingDay(day, isWorking);
      showResult(texts.saved);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
    }
    await client.invalidateQueries({ queryKey: leadKeys.days });
  };
  return (
    <Modal
      isOpen
      title={texts.title}
      text={data && texts.text(data.endHour)}
      onClose={onClose}
      footer={<ConsoleButton onClick={onClose}>{texts.close}</ConsoleButton>}
    >
      {data && <NoteBar tone="info">{texts.now(formatDateTime(data.dueTime))}</NoteBar>}
      <ul className={`${leadCss.days} ${leadCss.scroll}`}>
        {data?.days.map(({ day, isWorking }) => (
          <li key={day}>
            <span className={utilityCss.number}>{day}</span>
            <Badge tone={isWorking ? "info" : "mute"}>{isWorking ? texts.working : texts.off}</Badge>
            {canWrite && (
              <ToolButton
                isSmall
                label={texts.remove(day)}
                icon={<CloseIcon size={16} />}
                onClick={() => void change(day, null)}
              />
            )}
          </li>
        ))}
      </ul>
      {canWrite ? <NewDay onChange={change} /> : <NoteBar tone="mute">{texts.readOnly}</NoteBar>}
    </Modal>
  );
}
