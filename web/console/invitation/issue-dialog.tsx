import { useState } from "react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  MAX_INVITATION_DAYS,
  type InvitationBatch,
  type InvitationCheck,
  type IssuedInvitations,
} from "#contract/console/basics/invitations.ts";
import { DAY, formatShort, formatWithYear } from "#contract/core/date-text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { isBlank } from "#contract/core/text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { PickInput, type PickedThing } from "../kit/form/pick-input.tsx";
import { SelectInput } from "../kit/form/select-input.tsx";
import { NumberInput } from "../kit/form/text-input.tsx";
import { kitMessages } from "../kit/messages.ts";
import { Modal } from "../kit/overlay/modal.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import {
  checkGuests,
  findInvitationActivities,
  invitationKeys,
  issueCodes,
  loadInvitationChoices,
} from "./api.ts";
import { GuestsInput } from "./guests-input.tsx";
import * as invitationCss from "./invitation.module.css";
import { invitationPageMessages } from "./messages.ts";
import { ResultDialog } from "./result-dialog.tsx";

const { dialog: texts } = invitationPageMessages;
const ALL = "all";
type Batch = Omit<InvitationBatch, "activityId" | "days"> & {
  activity: PickedThing | null;
  days: number | null;
};
const isValidDays = (days: number | null): days is number =>
  days !== null && Number.isInteger(days) && days >= 1 && days <= MAX_INVITATION_DAYS;

type BatchProps = {
  batch: Batch;
  faults: Readonly<Record<string, string>>;
  onChange: (part: Partial<Batch>) => void;
};

/** Dealer and session of the guests. */
function BatchParts({ batch, faults, onChange }: BatchProps) {
  const activityId = batch.activity?.id ?? "";
  const { data: choices } = useQuery({
    queryKey: invitationKeys.choices(activityId),
    queryFn: () => loadInvitationChoices(activityId),
  });
  const isWhole = choices?.isWhole !== false;
  const sessions = (choices?.sessions ?? []).filter(
    ({ dealerId }) => dealerId === null || batch.dealerId === null || dealerId === batch.dealerId,
  );
  const chosen = (value: string): string | null => (value === ALL || value === "" ? null : value);
  return (
    <div className={invitationCss.two}>
      <SelectInput
        label={texts.dealer}
        placeholder={texts.dealerChoose}
        options={[
          ...(isWhole ? [{ value: ALL, label: texts.dealerAll }] : []),
          ...(choices?.dealers ?? []).map(({ dealerId, name }) => ({ value: dealerId, label: name })),
        ]}
        value={batch.dealerId ?? (isWhole ? ALL : "")}
        error={faults["dealerId"]}
        onChange={(value) => onChange({ dealerId: chosen(value), sessionId: null })}
      />
      {sessions.length > 0 && (
        <SelectInput
          label={texts.session}
          options={[
            { value: ALL, label: texts.sessionAll },
            ...sessions.map(({ sessionId, startTime }) => ({
              value: sessionId,
              label: formatShort(startTime),
            })),
          ]}
          value={batch.sessionId ?? ALL}
          error={faults["sessionId"]}
          onChange={(value) => onChange({ sessionId: chosen(value) })}
        />
      )}
    </div>
  );
}

const BatchForm = ({ batch, faults, openedAt, onChange }: BatchProps & { openedAt: number }) => (
  <>
    <PickInput
      label={texts.activity}
      placeholder={texts.activityHint}
      name="invitation-activity"
      find={findInvitationActivities}
      value={batch.activity}
      error={faults["activityId"]}
      onChange={(activity) => onChange({ activity, dealerId: null, sessionId: null })}
    />
    {batch.activity !== null && <BatchParts batch={batch} faults={faults} onChange={onChange} />}
    <GuestsInput
      value={batch.guests}
      onChange={(guests) => onChange({ guests })}
      error={faults["guests"] ?? null}
    />
    <NumberInput
      label={texts.days}
      unit={texts.daysUnit}
      value={batch.days}
      error={faults["days"]}
      {...(isValidDays(batch.days) && {
        hint: texts.until(formatWithYear(openedAt + batch.days * DAY)),
      })}
      onChange={(days) => onChange({ days })}
    />
  </>
);

/** Result of the dry run: how many codes, and each faulty row. */
const CheckResult = ({ check: { count, faults } }: { check: InvitationCheck }) => (
  <>
    <div className={invitationCss.ready}>
      <Badge tone="info">{texts.dry}</Badge>
      <strong>{texts.ready(count)}</strong>
    </div>
    {faults.length > 0 && (
      <section>
        <h3 className={utilityCss.title}>{texts.faults(faults.length)}</h3>
        <ol className={invitationCss.faults}>
          {faults.map(({ row, fault }) => (
            <li key={row}>
              <span className={utilityCss.secondary}>{texts.row(row)}</span>
              <span>{fault}</span>
            </li>
          ))}
        </ol>
      </section>
    )}
  </>
);

/** State of the dialog: its input, the dry run, and the issued codes. */
function useBatch() {
  const client = useQueryClient();
  const [batch, setBatch] = useState<Batch>({
    activity: null,
    dealerId: null,
    sessionId: null,
    days: 14,
    guests: "",
  });
  const [check, setCheck] = useState<InvitationCheck | null>(null);
  const [result, setResult] = useState<IssuedInvitations | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function run(act: (sent: InvitationBatch) => Promise<void>): Promise<void> {
    const { activity, days, ...rest } = batch;
    if (activity === null || !isValidDays(days) || isBusy) return;
    setBusy(true);
    setRefusal(null);
    try {
      await act({ activityId: activity.id, days, ...rest });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setRefusal(error);
      // The input is shown with its faults.
      setCheck(null);
    } finally {
      setBusy(false);
    }
  }
  return {
    batch,
    change: (part: Partial<Batch>): void => setBatch({ ...batch, ...part }),
    check,
    result,
    refusal,
    isBusy,
    isReady: batch.activity !== null && isValidDays(batch.days) && !isBlank(batch.guests),
    back: (): void => setCheck(null),
    tryRun: () => run(async (sent) => setCheck(await checkGuests(sent))),
    issue: (count: number) =>
      run(async (sent) => {
        setResult(await issueCodes(sent, count));
        await client.invalidateQueries({ queryKey: [invitationKeys.list] });
        await client.invalidateQueries({ queryKey: [invitationKeys.counts] });
      }),
  };
}

/** 生成邀请码: a list of guests is tried first, which writes nothing; then the codes are shown, once. */
export function IssueDialog({ onClose }: { onClose: () => void }) {
  const { batch, change, check, result, refusal, isBusy, isReady, back, tryRun, issue } = useBatch();
  const [openedAt] = useState(() => Date.now());
  if (result !== null) return <ResultDialog result={result} onClose={onClose} />;
  const faults = refusal?.fields ?? {};
  return (
    <Modal isOpen isWide onClose={isBusy ? undefined : onClose} title={texts.title} text={texts.text}>
      <form
        className={utilityCss.stack}
        onSubmit={(event) => {
          event.preventDefault();
          void (check === null ? tryRun() : issue(check.count));
        }}
      >
        {check === null ? (
          <BatchForm batch={batch} faults={faults} openedAt={openedAt} onChange={change} />
        ) : (
          <CheckResult check={check} />
        )}
        {refusal !== null && Object.keys(faults).length === 0 && (
          <NoteBar tone="error">
            {refusal.refusal === "listChanged" ? texts.changed : refusal.message}
          </NoteBar>
        )}
        <div className={utilityCss.row}>
          <span className={utilityCss.grow} />
          {check === null ? (
            <ConsoleButton onClick={onClose}>{kitMessages.cancel}</ConsoleButton>
          ) : (
            <ConsoleButton onClick={back} disabled={isBusy}>
              {texts.back}
            </ConsoleButton>
          )}
          <ConsoleButton
            type="submit"
            look="primary"
            isBusy={isBusy}
            disabled={check === null ? !isReady : check.count === 0}
          >
            {check === null ? texts.check : texts.confirm(check.count)}
          </ConsoleButton>
        </div>
      </form>
    </Modal>
  );
}
