import { useState } from "react";
import { useNavigate } from "react-router";
import { useQueryClient } from "@tanstack/react-query";
import {
  cloneParts,
  type ClonePart,
  type ConsoleActivityDetail,
} from "#contract/console/activity/activities.ts";
import { Refusal } from "#contract/core/errors.ts";
import { TickBox } from "../kit/controls/tick-box.tsx";
import { NumberInput, TextInput } from "../kit/form/text-input.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { copyActivity, activityKeys } from "./api.ts";
import { consoleActivityTexts as texts } from "./messages.ts";
import { SponsorInput } from "./sponsor-input.tsx";

const { cloneDialog: words } = texts;

/** Copies an activity: what is taken along is ticked (requirement CO49). */
export function CloneDialog({ activity, onClose }: { activity: ConsoleActivityDetail; onClose: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [title, setTitle] = useState(words.copyOf(activity.title));
  const [parts, setParts] = useState<ReadonlySet<ClonePart>>(new Set(cloneParts));
  const [shiftDays, setShiftDays] = useState<number | null>(7);
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
        parts: [...parts],
        shiftDays: Math.round(shiftDays ?? 0),
        ...sponsor,
      });
      await client.invalidateQueries({ queryKey: [activityKeys.list] });
      void navigate(`/activities/${activityId}/edit`);
    } catch (error) {
      if (error instanceof Refusal) setFaults(error.fields);
      throw error;
    }
  };
  const tick = (part: ClonePart, isTicked: boolean): void => {
    const next = new Set(parts);
    if (isTicked) next.add(part);
    else next.delete(part);
    setParts(next);
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
      <fieldset className={utilityCss.stack}>
        <legend className={utilityCss.title}>{words.parts}</legend>
        {cloneParts.map((part) => (
          <label key={part} className={utilityCss.row}>
            <TickBox checked={parts.has(part)} onChange={(event) => tick(part, event.target.checked)} />
            {words.partNames[part]}
          </label>
        ))}
      </fieldset>
      <NumberInput label={words.shift} unit={words.days} value={shiftDays} onChange={setShiftDays} />
      <SponsorInput value={sponsor} faults={faults} onChange={setSponsor} />
    </ConfirmDialog>
  );
}
