import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ConsoleActivityDetail } from "#contract/console/activity/activities.ts";
import type { ActivityImpact } from "#contract/console/activity/publication.ts";
import { Refusal } from "#contract/core/errors.ts";
import { formatClock, formatDateTime } from "#contract/core/date-text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { OldNew } from "../kit/display/change-list.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { kitMessages } from "../kit/messages.ts";
import { Modal } from "../kit/overlay/modal.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import * as activityCss from "./activity.module.css";
import { refreshActivity, requestPublication, showDraft, showImpact } from "./api.ts";
import { FaultList } from "./fault-list.tsx";
import { ImpactFigures } from "./impact-figures.tsx";
import { consoleActivityTexts as texts } from "./messages.ts";
import { fieldLabel, valueText } from "./value-text.ts";
import { WhenChoice, type When } from "./when-choice.tsx";

const { publishDialog: words } = texts;

/** Before publishing: counted effect, diff, what is missing; then now or at a time. */
export function PublishDialog({
  activity: { activityId },
  onClose,
}: {
  activity: ConsoleActivityDetail;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const impact = useQuery({
    queryKey: ["impact", activityId, "publish"],
    queryFn: () => showImpact(activityId, "publish"),
    staleTime: 0,
    gcTime: 0,
  });
  const [when, setWhen] = useState<When>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const faults = refusal?.fields ?? impact.data?.faults ?? {};
  const { at, ...ofContent } = faults;
  const isReady = impact.data !== undefined && Object.keys(impact.data.faults).length === 0;

  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      const { revision } = await showDraft(activityId);
      const done = await requestPublication({
        activityId,
        basedOn: revision,
        ...(when !== null && { at: when }),
      });
      const { plan } = done;
      showResult(
        plan === null
          ? done.outcome === "again"
            ? words.again
            : words.done
          : words.planned(formatDateTime(plan.time)),
      );
      await refreshActivity(client, activityId);
      onClose();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setRefusal(error);
      void impact.refetch();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      isOpen
      isWide
      onClose={isBusy ? undefined : onClose}
      title={words.title}
      footer={
        <>
          <span className={utilityCss.grow} />
          <ConsoleButton onClick={onClose} disabled={isBusy}>
            {kitMessages.cancel}
          </ConsoleButton>
          <ConsoleButton
            look="primary"
            isBusy={isBusy}
            disabled={!isReady || when === ""}
            onClick={() => void confirm()}
          >
            {when === null ? words.confirmNow : words.confirmLater}
          </ConsoleButton>
        </>
      }
    >
      <div className={utilityCss.stack}>
        <QueryState query={impact} skeleton={<p>{texts.saving}</p>}>
          {(data) => <ImpactContent impact={data} />}
        </QueryState>
        {Object.keys(ofContent).length > 0 && (
          <NoteBar tone="error">
            {words.faults}
            <FaultList faults={ofContent} />
          </NoteBar>
        )}
        {refusal !== null && Object.keys(refusal.fields).length === 0 && (
          <NoteBar tone="error">{refusal.message}</NoteBar>
        )}
        <WhenChoice
          label={words.when}
          now={words.now}
          nowText={words.nowText}
          later={words.later}
          laterText={words.laterText}
          at={words.at}
          value={when}
          error={at}
          onChange={setWhen}
        />
      </div>
    </Modal>
  );
}

const ImpactContent = ({ impact }: { impact: ActivityImpact }) => (
  <>
    <section>
      <h3 className={utilityCss.title}>
        {words.impact} <small className={utilityCss.secondary}>{words.asOf(formatClock(impact.asOf))}</small>
      </h3>
      <ImpactFigures effect={impact.effect} />
    </section>
    <section>
      <h3 className={utilityCss.title}>
        {impact.changes.length === 0 ? words.noChanges : words.changes(impact.changes.length)}
      </h3>
      {impact.changes.length > 0 && (
        <table className={activityCss.diff}>
          <thead>
            <tr>
              <th scope="col">{words.field}</th>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.after}</th>
            </tr>
          </thead>
          <tbody>
            {impact.changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{fieldLabel(field)}</th>
                <td>{valueText(field, before) ?? texts.emptyValue}</td>
                <td>
                  <OldNew from={null} to={valueText(field, after)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  </>
);
