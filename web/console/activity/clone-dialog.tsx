import { useState } from "react";
import { useNavigate } from "react-router";
import { useQueryClient } from "@tanstack/react-query";
import type { ConsoleActivityDetail } from "#contract/console/activity/activities.ts";
import { Refusal } from "#contract/core/errors.ts";
import { TextInput } from "../kit/form/text-input.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { copyActivity, activityKeys } from "./api.ts";
import { CloneFields, usualClone } from "./clone-fields.tsx";
import { consoleActivityTexts as texts } from "./messages.ts";
import { SponsorInput } from "./sponsor-input.tsx";

const { cloneDialog: words } = texts;

/** Copies an activity: what is taken along is ticked (requirement CO49). */
export function CloneDialog({ activity, onClose }: { activity: ConsoleActivityDetail; onClose: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [title, setTitle] = useState(words.copyOf(activity.title));
  const [choice, setChoice] = useState(usualClone);
  const [sponsor, setSponsor] = useState({
    sponsorLevel1: activity.sponsorLevel1,
    sponsorLevel2: activity.sponsorLevel2,
  });
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const confirm = async (): Promise<void> => {
    try {
      const { activityId } = await copyActivity({
        activityId: activity.activityId,
        title,
        parts: [...choice.parts],
        shiftDays: Math.round(choice.shiftDays ?? 0),
        ...sponsor,
      });
      await client.invalidateQueries({ queryKey: [activityKeys.list] });
      void navigate(`/activities/${activityId}/edit`);
    } catch (error) {
      if (error instanceof Refusal) setFaults(error.fields);
      throw error;
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title={words.title}
      text={words.text}
      confirm={words.confirm}
      isDisabled={title.trim() === ""}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextInput label={words.name} value={title} error={faults["title"]} onChange={setTitle} />
      <CloneFields value={choice} onChange={setChoice} />
      <SponsorInput value={sponsor} faults={faults} onChange={setSponsor} />
    </ConfirmDialog>
  );
}
