import type { OperatorNote } from "#contract/console/person-shapes.ts";
import { OperatorNotes } from "../kit/display/operator-notes.tsx";
import { useMay } from "../shell/index.ts";
import { addNoteToLead } from "./api.ts";
import { leadPageMessages } from "./messages.ts";

const { panel: texts, done } = leadPageMessages;

type ConsoleLeadNotesProps = {
  leadId: string;
  notes: readonly OperatorNote[];
  onChanged: () => Promise<void>;
};
/** Notes about a lead, those of the lead desk among them, and one to add. */
export function ConsoleLeadNotes({ leadId, notes, onChanged }: ConsoleLeadNotesProps) {
  const canAdd = useMay("lead.mark", "one");
  return (
    <OperatorNotes
      {...{ notes, texts, onChanged, canAdd }}
      done={done.noted}
      add={(key, text) => addNoteToLead(leadId, key, text)}
    />
  );
}
