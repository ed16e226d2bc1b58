import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ActivitySeats } from "#contract/console/activity/sessions.ts";
import { Refusal } from "#contract/core/errors.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { DateTimeInput } from "../../kit/form/date-time-input.tsx";
import { SelectInput } from "../../kit/form/select-input.tsx";
import { NumberInput } from "../../kit/form/text-input.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import { refreshActivity, saveSeats } from "../api.ts";
import { FaultList } from "../fault-list.tsx";
import { consoleActivityTexts } from "../messages.ts";
import { seatMessages as texts } from "./messages.ts";

const NONE = "none";
const FIRST_QUOTA = 12;

/** Adds a session, for one dealer or for all. */
export function AddSession({ activityId, seats }: { activityId: string; seats: ActivitySeats }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [dealerId, setDealer] = useState<string | null>(null);
  const [startTime, setStart] = useState(seats.startTime);
  const [endTime, setEnd] = useState(seats.endTime);
  const [quota, setQuota] = useState<number | null>(FIRST_QUOTA);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const add = async (): Promise<void> => {
    try {
      const added = [{ dealerId, startTime, endTime, quota: Math.round(quota ?? 0) }];
      await saveSeats({ activityId, changed: [], added, removed: [] });
      showResult(texts.saved);
      setFaults({});
      await refreshActivity(client, activityId);
    } catch (error) {
      if (error instanceof Refusal) setFaults(error.fields);
      throw error;
    }
  };
  return (
    <>
      <ConsoleButton onClick={() => setOpen(true)}>{texts.add}</ConsoleButton>
      <ConfirmDialog
        isOpen={isOpen}
        title={texts.add}
        confirm={texts.add}
        isDisabled={quota === null || startTime === "" || endTime === ""}
        onConfirm={add}
        onClose={() => setOpen(false)}
      >
        <SelectInput
          label={texts.dealer}
          options={[
            { value: NONE, label: texts.noDealer },
            ...seats.dealers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={dealerId ?? NONE}
          onChange={(id) => setDealer(id === NONE || id === "" ? null : id)}
        />
        <DateTimeInput label={texts.start} isRequired value={startTime} onChange={setStart} />
        <DateTimeInput label={texts.end} isRequired value={endTime} onChange={setEnd} />
        <NumberInput
          label={texts.quota}
          unit={consoleActivityTexts.seats}
          value={quota}
          onChange={setQuota}
        />
        {Object.keys(faults).length > 0 && (
          <NoteBar tone="error">
            <FaultList faults={faults} />
          </NoteBar>
        )}
      </ConfirmDialog>
    </>
  );
}
