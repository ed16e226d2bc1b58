import { useState } from "react";
import type { ComplaintReason } from "#contract/club/complaints.ts";
import type { ClubRecord } from "#contract/console/club/shapes.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { showResult } from "../../kit/feedback/toasts.tsx";
import { SelectInput } from "../../kit/form/select-input.tsx";
import { ConfirmDialog } from "../../kit/overlay/confirm-dialog.tsx";
import { barMember, liftBar } from "../api.ts";
import * as clubCss from "../club.module.css";
import { dayOptions, barDaysOf, reasonOptions } from "../complaints/decide-buttons.tsx";
import { barMessages as texts } from "./messages.ts";
import { complaintMessages } from "../complaints/messages.ts";

type BarButtonsProps = { record: ClubRecord; onChanged: () => Promise<void> };
type DialogProps = BarButtonsProps & { onClose: () => void };

function BarDialog({ record, onChanged, onClose }: DialogProps) {
  const { person, bar } = record;
  const [reason, setReason] = useState<ComplaintReason | "">(bar?.reason ?? "");
  const [days, setDays] = useState("3");
  return (
    <ConfirmDialog
      isOpen
      title={texts.barTitle}
      text={texts.barText}
      confirm={bar === null ? texts.bar : texts.change}
      isDanger
      isDisabled={reason === ""}
      onConfirm={async () => {
        if (reason === "") return;
        try {
          const basedOn = bar?.since ?? null;
          const changed = await barMember({
            memberId: person.memberId,
            days: barDaysOf(days),
            reason,
            basedOn,
          });
          const until = changed.bar?.until ?? null;
          showResult(texts.barred(until === null ? texts.forever : formatShort(until)));
        } finally {
          await onChanged();
        }
      }}
      onClose={onClose}
    >
      <div className={clubCss.choices}>
        <SelectInput
          label={complaintMessages.acts.reason}
          hint={complaintMessages.acts.reasonHint}
          value={reason}
          onChange={(chosen) => setReason(chosen)}
          options={reasonOptions}
          isRequired
        />
        <SelectInput
          label={complaintMessages.acts.days}
          value={days}
          onChange={setDays}
          options={dayOptions}
        />
      </div>
    </ConfirmDialog>
  );
}

const LiftDialog = ({ record: { person, bar }, onChanged, onClose }: DialogProps) => (
  <ConfirmDialog
    isOpen
    title={texts.liftTitle}
    text={texts.liftText}
    confirm={texts.lift}
    onConfirm={async () => {
      try {
        await liftBar(person.memberId, bar?.since ?? "");
        showResult(texts.lifted);
      } finally {
        await onChanged();
      }
    }}
    onClose={onClose}
  />
);

/** Bars a member, changes the end of a bar, or lifts it. */
export function BarButtons({ record, onChanged }: BarButtonsProps) {
  const [open, setOpen] = useState<"bar" | "lift" | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      {record.bar === null ? (
        <ConsoleButton look="dangerOutline" isWide onClick={() => setOpen("bar")}>
          {texts.bar}
        </ConsoleButton>
      ) : (
        <>
          <ConsoleButton look="primary" isWide onClick={() => setOpen("lift")}>
            {texts.lift}
          </ConsoleButton>
          <ConsoleButton onClick={() => setOpen("bar")}>{texts.change}</ConsoleButton>
        </>
      )}
      {open === "bar" && <BarDialog record={record} onChanged={onChanged} onClose={close} />}
      {open === "lift" && <LiftDialog record={record} onChanged={onChanged} onClose={close} />}
    </>
  );
}
