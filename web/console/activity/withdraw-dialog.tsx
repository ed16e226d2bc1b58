import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ConsoleActivityDetail } from "#contract/console/activity/activities.ts";
import { Refusal } from "#contract/core/errors.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { refreshActivity, showImpact, requestWithdrawal } from "./api.ts";
import { consoleActivityTexts as texts } from "./messages.ts";
import { WhenChoice, type When } from "./when-choice.tsx";

const { withdrawDialog: words } = texts;

/** Takes an activity down, now or at a time; says whom it concerns. */
export function WithdrawDialog({
  activity: { activityId },
  onClose,
}: {
  activity: ConsoleActivityDetail;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ["impact", activityId, "withdraw"],
    queryFn: () => showImpact(activityId, "withdraw"),
    gcTime: 0,
  });
  const [when, setWhen] = useState<When>(null);
  const [fault, setFault] = useState<string | undefined>();
  const effect = data?.effect;
  const confirm = async (): Promise<void> => {
    try {
      const { plan } = await requestWithdrawal({ activityId, ...(when !== null && { at: when }) });
      showResult(plan === null ? words.done : words.planned(formatDateTime(plan.time)));
      await refreshActivity(client, activityId);
    } catch (error) {
      if (error instanceof Refusal) setFault(error.fields["at"]);
      throw error;
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={words.title}
      text={effect && words.text(effect.guests, effect.waiting)}
      confirm={words.confirm}
      isDisabled={effect === undefined || when === ""}
      onConfirm={confirm}
      onClose={onClose}
    >
      {effect !== undefined && effect.dependents.length > 0 && (
        <NoteBar tone="warn">
          {words.dependents(effect.dependents.map(({ title }) => title).join("、"))}
        </NoteBar>
      )}
      <WhenChoice
        label={words.when}
        now={words.now}
        later={words.later}
        at={words.at}
        value={when}
        error={fault}
        onChange={setWhen}
      />
    </ConfirmDialog>
  );
}
