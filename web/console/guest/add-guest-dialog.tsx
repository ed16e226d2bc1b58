import { useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { guestConsents, type GuestConsent } from "#contract/console/guest-acts.ts";
import type { GuestFilterChoices } from "#contract/console/guests.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { isBlank } from "#contract/core/text.ts";
import { copyText } from "../../platform/browser/copy-text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { SelectInput } from "../kit/form/select-input.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { Modal } from "../kit/overlay/modal.tsx";
import { addByNumber, guestKeys } from "./api.ts";
import {
  activityOptions,
  dealerOptions,
  sessionChoices,
  useChoices,
  useChosenActivity,
} from "./guest-filters.ts";
import { guestPageMessages } from "./messages.ts";

const { addGuest: texts, done } = guestPageMessages;

type NewGuest = {
  name: string;
  mobile: string;
  sessionId: string;
  dealerId: string;
  seriesCode: string;
  consent: GuestConsent | "";
  answers: Record<string, string>;
};
const empty: NewGuest = {
  name: "",
  mobile: "",
  sessionId: "",
  dealerId: "",
  seriesCode: "",
  consent: "",
  answers: {},
};
type FieldsProps = {
  guest: NewGuest;
  choices: GuestFilterChoices | undefined;
  faults: Readonly<Record<string, string>>;
  onChange: (changed: Partial<NewGuest>) => void;
};

/** Questions of the activity itself; pictures are left to the person. */
const QuestionFields = ({ guest, choices, faults, onChange }: FieldsProps) =>
  (choices?.questions ?? []).map(({ key, label, kind, required, options }) => {
    const shared = {
      label,
      value: guest.answers[key] ?? "",
      isRequired: required,
      error: faults[`answers.${key}`],
      onChange: (answer: string) => onChange({ answers: { ...guest.answers, [key]: answer } }),
    };
    return kind === "select" ? (
      <SelectInput key={key} {...shared} options={options.map((each) => ({ value: each, label: each }))} />
    ) : (
      <TextInput key={key} {...shared} />
    );
  });

/** Name, mobile, the activity's own questions, and how the person agreed. */
function GuestFields(props: FieldsProps) {
  const { guest, choices, faults, onChange } = props;
  const asks = choices?.asks;
  return (
    <>
      <TextInput
        label={texts.name}
        value={guest.name}
        onChange={(name) => onChange({ name })}
        error={faults["name"]}
        isRequired
      />
      <TextInput
        label={texts.mobile}
        value={guest.mobile}
        inputMode="tel"
        autoComplete="off"
        onChange={(mobile) => onChange({ mobile })}
        error={faults["mobile"]}
        isRequired
      />
      {choices !== undefined && choices.sessions.length > 0 && (
        <SelectInput
          label={texts.session}
          value={guest.sessionId}
          options={sessionChoices(choices)}
          onChange={(sessionId) => onChange({ sessionId })}
          error={faults["sessionId"]}
          isRequired={asks?.session === true}
        />
      )}
      {asks?.dealer === true && (
        <SelectInput
          label={texts.dealer}
          value={guest.dealerId}
          options={dealerOptions(choices)}
          onChange={(dealerId) => onChange({ dealerId })}
          error={faults["dealerId"]}
          isRequired
        />
      )}
      {asks?.series === true && (
        <SelectInput
          label={texts.series}
          value={guest.seriesCode}
          options={(choices?.series ?? []).map(({ seriesCode, name }) => ({
            value: seriesCode,
            label: name,
          }))}
          onChange={(seriesCode) => onChange({ seriesCode })}
          error={faults["seriesCode"]}
          isRequired
        />
      )}
      <QuestionFields {...props} />
      <SelectInput
        label={texts.consent}
        value={guest.consent}
        options={Object.entries(guestConsents).map(([value, label]) => ({
          value: value as GuestConsent,
          label,
        }))}
        onChange={(consent) => onChange({ consent })}
        error={faults["consent"]}
        isRequired
      />
    </>
  );
}

/** Invitation link of a number without an account, to hand on. */
const Invited = ({ link, time, onClose }: { link: string; time: string; onClose: () => void }) => (
  <Modal
    isOpen
    title={texts.invited}
    text={texts.invitedText(formatDateTime(time))}
    onClose={onClose}
    footer={
      <>
        <ConsoleButton
          onClick={() => void copyText(link).then((isCopied) => isCopied && showResult(done.copied))}
        >
          {texts.copy}
        </ConsoleButton>
        <ConsoleButton look="primary" onClick={onClose}>
          {texts.close}
        </ConsoleButton>
      </>
    }
  >
    <TextInput label={texts.link} value={link} onChange={() => {}} />
  </Modal>
);

/** 代报名: a sign-up for a person by their number (requirement CO57). */
export function AddGuestDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const chosen = useChosenActivity();
  const [activityId, setActivityId] = useState(chosen ?? "");
  const [guest, setGuest] = useState(empty);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [invited, setInvited] = useState<{ link: string; expiresTime: string } | null>(null);
  const choices = useChoices(activityId === "" ? null : activityId);
  // The dialog closes after its act; an invitation is still to be shown then.
  const hasInvitation = useRef(false);
  if (invited !== null) return <Invited link={invited.link} time={invited.expiresTime} onClose={onClose} />;
  const { consent, sessionId, dealerId, seriesCode, ...rest } = guest;
  async function submit(): Promise<void> {
    if (consent === "") return;
    setFaults({});
    try {
      const added = await addByNumber({
        ...rest,
        activityId,
        consent,
        ...(sessionId !== "" && { sessionId }),
        ...(dealerId !== "" && { dealerId }),
        ...(seriesCode !== "" && { seriesCode }),
      });
      if (added.kind === "invited") {
        hasInvitation.current = true;
        setInvited(added);
        return;
      }
      showResult(done.added);
      await client.invalidateQueries({ queryKey: [guestKeys.list] });
    } catch (error) {
      if (error instanceof Refusal) setFaults(error.fields);
      throw error;
    }
  }
  return (
    <ConfirmDialog
      isOpen
      title={texts.title}
      text={texts.text}
      confirm={texts.confirm}
      isDisabled={activityId === "" || isBlank(guest.name) || isBlank(guest.mobile) || consent === ""}
      onConfirm={submit}
      onClose={() => {
        if (!hasInvitation.current) onClose();
      }}
    >
      <SelectInput
        label={texts.activity}
        value={activityId}
        options={activityOptions(choices)}
        onChange={(next) => {
          setActivityId(next);
          setGuest({ ...guest, sessionId: "", dealerId: "", seriesCode: "", answers: {} });
        }}
        isRequired
      />
      {activityId !== "" && (
        <GuestFields
          guest={guest}
          choices={choices}
          faults={faults}
          onChange={(changed) => setGuest({ ...guest, ...changed })}
        />
      )}
      {Object.keys(faults).length === 0 ? null : (
        <NoteBar tone="error">{Object.values(faults).join("；")}</NoteBar>
      )}
    </ConfirmDialog>
  );
}
