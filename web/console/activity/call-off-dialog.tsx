import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ConsoleActivityDetail } from "#contract/console/activity/activities.ts";
import { MAX_CANCEL_REASON } from "#contract/console/activity/publication.ts";
import { Refusal } from "#contract/core/errors.ts";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { requestCallOff, refreshActivity, showImpact } from "./api.ts";
import { consoleActivityTexts as texts } from "./messages.ts";

const { callOffDialog: words } = texts;

/** Cancels an activity: counted effect, the reason as guests read it, and the title typed (requirement CO52). */
export function CallOffDialog({
  activity: { activityId, title },
  onClose,
}: {
  activity: ConsoleActivityDetail;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ["impact", activityId, "callOff"],
    queryFn: () => showImpact(activityId, "callOff"),
    gcTime: 0,
  });
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string | undefined>();
  const effect = data?.effect;
  const confirm = async (): Promise<void> => {
    try {
      await requestCallOff({ activityId, reason, title });
      showResult(words.done);
      await refreshActivity(client, activityId);
    } catch (error) {
      if (error instanceof Refusal) setFault(error.fields["reason"]);
      throw error;
    }
  };
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={words.title}
      text={
        effect && (
          <>
            {words.text(effect.notified)}
            {effect.coupons > 0 && words.coupons(effect.coupons)}
          </>
        )
      }
      confirm={words.confirm}
      typed={{ label: words.typed, text: title }}
      isDisabled={effect === undefined || reason.trim() === ""}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextInput
        label={words.reason}
        isRequired
        hint={words.reasonHint}
        aside={texts.characters([...reason].length, MAX_CANCEL_REASON)}
        value={reason}
        error={fault}
        onChange={setReason}
      />
      <NoteBar tone="mute">
        {words.shownLabel}：{words.shown(reason.trim() === "" ? "…" : reason.trim())}
      </NoteBar>
      {effect !== undefined && effect.dependents.length > 0 && (
        <NoteBar tone="warn">
          {texts.withdrawDialog.dependents(effect.dependents.map((one) => one.title).join("、"))}
        </NoteBar>
      )}
    </ConfirmDialog>
  );
}
