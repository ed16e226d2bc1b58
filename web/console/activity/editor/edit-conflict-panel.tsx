import { formatClock } from "#contract/core/date-text.ts";
import { ConflictPanel } from "../../kit/overlay/conflict-panel.tsx";
import { consoleActivityTexts as texts } from "../messages.ts";
import { fieldLabel, valueText } from "../value-text.ts";
import type { DraftEditor } from "./use-draft.ts";

/** Asks field by field where a colleague changed the same ones. */
export function EditConflictPanel({ editor }: { editor: DraftEditor }) {
  const { conflict } = editor;
  if (conflict === null) return null;
  const { theirs, mine } = conflict;
  const theirValues: Readonly<Record<string, unknown>> = { ...theirs.live, ...theirs.values };
  const merged = Object.keys(theirs.values).filter(
    (name) => !conflict.fields.includes(name) && !(name in editor.draft.values),
  );
  return (
    <ConflictPanel
      by={conflict.by ?? texts.somebody}
      at={formatClock(conflict.at)}
      merged={merged.map(fieldLabel)}
      fields={conflict.fields.map((name) => ({
        name,
        label: fieldLabel(name),
        mine: valueText(name, (mine as Readonly<Record<string, unknown>>)[name]) ?? texts.emptyValue,
        theirs: valueText(name, theirValues[name]) ?? texts.emptyValue,
      }))}
      onSave={editor.resolve}
      onLater={editor.dismissConflict}
    />
  );
}
