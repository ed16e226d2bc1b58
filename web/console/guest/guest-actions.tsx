import { useState } from "react";
import type { GuestDetail } from "#contract/console/guests.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { isBlank } from "#contract/core/text.ts";
import { CheckCircleIcon } from "../../ui/icons/common-icons.tsx";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { SelectInput } from "../kit/form/select-input.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { useMay } from "../shell/index.ts";
import { checkGuestIn, giveGuestUp, moveSeat, takeCheckInBack } from "./api.ts";
import { guestPageMessages } from "./messages.ts";

const { panel: texts, done, move: moveTexts, giveUp: giveUpTexts } = guestPageMessages;

type GuestActionsProps = { detail: GuestDetail; onChanged: () => Promise<void> };
type DialogProps = GuestActionsProps & { onClose: () => void };

/** Choice of another session. */
function MoveDialog({ detail, onChanged, onClose }: DialogProps) {
  const [sessionId, setSessionId] = useState("");
  const others = detail.sessions.filter(
    (session) => session.sessionId !== detail.guest.sessionId && !session.hasBegun,
  );
  return (
    <ConfirmDialog
      isOpen
      title={moveTexts.title}
      text={moveTexts.text}
      confirm={moveTexts.confirm}
      isDisabled={sessionId === ""}
      onConfirm={async () => {
        await moveSeat(detail.guest.signUpId, sessionId);
        showResult(done.moved);
        await onChanged();
      }}
      onClose={onClose}
    >
      <SelectInput
        label={moveTexts.target}
        value={sessionId}
        onChange={setSessionId}
        isRequired
        options={others.map(({ sessionId: value, startTime, dealerName, quota, taken }) => ({
          value,
          label: moveTexts.option(formatDateTime(startTime), dealerName, Math.max(0, quota - taken)),
        }))}
      />
    </ConfirmDialog>
  );
}

/** Reason that the guest reads. */
function GiveUpDialog({ detail, onChanged, onClose }: DialogProps) {
  const [reason, setReason] = useState("");
  return (
    <ConfirmDialog
      isOpen
      title={giveUpTexts.title}
      text={giveUpTexts.text}
      confirm={giveUpTexts.confirm}
      isDanger
      isDisabled={isBlank(reason)}
      onConfirm={async () => {
        await giveGuestUp(detail.guest.signUpId, reason);
        showResult(done.givenUp);
        await onChanged();
      }}
      onClose={onClose}
    >
      <TextInput
        label={giveUpTexts.reason}
        value={reason}
        onChange={setReason}
        hint={giveUpTexts.reasonHint}
        isRequired
      />
    </ConfirmDialog>
  );
}

/** Checks a guest in and takes it back, as the check-in desk does. */
function useCheckIn({ detail, onChanged }: GuestActionsProps) {
  const [isBusy, setBusy] = useState(false);
  const { signUpId } = detail.guest;
  const run = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      showResult(error.message, { isError: true });
    } finally {
      setBusy(false);
      await onChanged();
    }
  };
  const undo = (checkedInTime: string): Promise<void> =>
    run(async () => {
      await takeCheckInBack(signUpId, checkedInTime);
      showResult(done.undone);
    });
  return {
    isBusy,
    undo,
    check: () =>
      run(async () => {
        const { checkedInTime, isAlready } = await checkGuestIn(signUpId);
        if (isAlready) showResult(done.already);
        else showResult(done.checkedIn, { onUndo: () => void undo(checkedInTime) });
      }),
  };
}

/** Acts on one guest, as far as state and rights allow them. */
export function GuestActions(props: GuestActionsProps) {
  const { guest, canChange, sessions } = props.detail;
  const [open, setOpen] = useState<"move" | "giveUp" | null>(null);
  const canWrite = useMay("signup.write", "one");
  const canCheckIn = useMay("signup.checkIn", "one");
  const { isBusy, check, undo } = useCheckIn(props);
  const { state, checkedInTime } = guest;
  const onClose = (): void => setOpen(null);
  const isChangeable = canWrite && canChange;
  return (
    <>
      {canCheckIn && (state === "upcoming" || state === "absent") && (
        <ConsoleButton look="primary" isWide isBusy={isBusy} onClick={() => void check()}>
          <CheckCircleIcon size={16} />
          {texts.checkIn}
        </ConsoleButton>
      )}
      {canCheckIn && checkedInTime !== null && (
        <ConsoleButton isWide isBusy={isBusy} onClick={() => void undo(checkedInTime)}>
          {texts.undo}
        </ConsoleButton>
      )}
      {isChangeable && sessions.length > 1 && (
        <ConsoleButton onClick={() => setOpen("move")}>{texts.move}</ConsoleButton>
      )}
      {isChangeable && <ConsoleButton onClick={() => setOpen("giveUp")}>{texts.giveUp}</ConsoleButton>}
      {open === "move" && <MoveDialog {...props} onClose={onClose} />}
      {open === "giveUp" && <GiveUpDialog {...props} onClose={onClose} />}
    </>
  );
}
