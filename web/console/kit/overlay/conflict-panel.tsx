import { useState, type ReactNode } from "react";
import { ConsoleButton } from "../controls/console-button.tsx";
import { NoteBar } from "../display/note-bar.tsx";
import { kitMessages } from "../messages.ts";
import * as utilityCss from "../styles/utility.module.css";
import { Modal } from "./modal.tsx";
import * as overlayCss from "./overlay.module.css";

/** Field that both sides changed. */
type ConflictField = {
  readonly name: string;
  readonly label: string;
  readonly mine: ReactNode;
  readonly theirs: ReactNode;
};
export type ConflictChoice = "mine" | "theirs";

type ConflictPanelProps = {
  /** Name of the operator who saved meanwhile. */
  by: string;
  /** Time of their change, as text: 14:20. */
  at: string;
  fields: readonly ConflictField[];
  /** Labels of fields that only they changed; they are taken without asking. */
  merged?: readonly string[];
  /** Saves the chosen values; refused again, the panel shows the new conflict. */
  onSave: (choices: Readonly<Record<string, ConflictChoice>>) => Promise<void>;
  onLater: () => void;
};

/** Choice, field by field, between one's own value and a colleague's (requirement CO86). Nothing is chosen beforehand. */
export function ConflictPanel({ by, at, fields, merged = [], onSave, onLater }: ConflictPanelProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, ConflictChoice>>>({});
  const [isBusy, setBusy] = useState(false);
  const chosen = fields.filter(({ name }) => name in choices).length;
  const chooseAll = (choice: ConflictChoice) =>
    setChoices(Object.fromEntries(fields.map(({ name }) => [name, choice])));
  const save = async (): Promise<void> => {
    setBusy(true);
    await onSave(choices).finally(() => setBusy(false));
  };
  return (
    <Modal
      isOpen
      isWide
      title={kitMessages.conflictTitle(by, fields.map(({ label }) => label).join("、"))}
      text={kitMessages.conflictText}
      footer={
        <>
          <span className={`${utilityCss.caption} ${utilityCss.secondary}`}>
            {kitMessages.chosenOf(chosen, fields.length)}
          </span>
          <ConsoleButton look="quiet" onClick={onLater}>
            {kitMessages.later}
          </ConsoleButton>
          <ConsoleButton
            look="primary"
            disabled={chosen < fields.length}
            isBusy={isBusy}
            onClick={() => void save()}
          >
            {kitMessages.saveChoice}
          </ConsoleButton>
        </>
      }
    >
      {merged.length > 0 && <NoteBar tone="ok">{kitMessages.mergedFields(by, merged.join("、"))}</NoteBar>}
      <div className={`${utilityCss.row} ${utilityCss.wrapped}`}>
        <ConsoleButton look="quiet" isSmall onClick={() => chooseAll("mine")}>
          {kitMessages.allMine}
        </ConsoleButton>
        <ConsoleButton look="quiet" isSmall onClick={() => chooseAll("theirs")}>
          {kitMessages.allTheirs(by)}
        </ConsoleButton>
      </div>
      {fields.map((field) => (
        <ConflictRow
          key={field.name}
          field={field}
          by={by}
          at={at}
          choice={choices[field.name]}
          onChoose={(choice) => setChoices({ ...choices, [field.name]: choice })}
        />
      ))}
    </Modal>
  );
}

type ConflictRowProps = {
  field: ConflictField;
  by: string;
  at: string;
  choice: ConflictChoice | undefined;
  onChoose: (choice: ConflictChoice) => void;
};
const ConflictRow = ({ field, by, at, choice, onChoose }: ConflictRowProps) => (
  <div className={overlayCss.conflict} role="radiogroup" aria-label={field.label}>
    <span>{field.label}</span>
    {(["mine", "theirs"] as const).map((side) => (
      <label key={side} className={overlayCss.version}>
        <input
          type="radio"
          name={`conflict-${field.name}`}
          checked={choice === side}
          onChange={() => onChoose(side)}
        />
        <span>
          {field[side]}
          <small>{side === "mine" ? kitMessages.you : `${by} · ${at}`}</small>
        </span>
      </label>
    ))}
  </div>
);
