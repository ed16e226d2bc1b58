import { cloneParts, type ClonePart } from "#contract/console/activity/activities.ts";
import { TickBox } from "../kit/controls/tick-box.tsx";
import { NumberInput } from "../kit/form/text-input.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { consoleActivityTexts as texts } from "./messages.ts";

const { cloneDialog: words } = texts;

/** Parts that a copy takes along, and days by which its times move; null: no number is typed. */
export type CloneChoice = { readonly parts: ReadonlySet<ClonePart>; readonly shiftDays: number | null };
/** Everything, a week later. */
export const usualClone: CloneChoice = { parts: new Set(cloneParts), shiftDays: 7 };

/** Asks what copies take along (requirement CO49). */
export function CloneFields({
  value: { parts, shiftDays },
  onChange,
}: {
  value: CloneChoice;
  onChange: (value: CloneChoice) => void;
}) {
  const tick = (part: ClonePart, isTicked: boolean): void => {
    const next = new Set(parts);
    if (isTicked) next.add(part);
    else next.delete(part);
    onChange({ parts: next, shiftDays });
  };
  return (
    <>
      <fieldset className={utilityCss.stack}>
        <legend className={utilityCss.title}>{words.parts}</legend>
        {cloneParts.map((part) => (
          <label key={part} className={utilityCss.row}>
            <TickBox checked={parts.has(part)} onChange={(event) => tick(part, event.target.checked)} />
            {words.partNames[part]}
          </label>
        ))}
      </fieldset>
      <NumberInput
        label={words.shift}
        unit={words.days}
        value={shiftDays}
        onChange={(days) => onChange({ parts, shiftDays: days })}
      />
    </>
  );
}
