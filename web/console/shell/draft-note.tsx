import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import { formatClock } from "#contract/core/date-text.ts";
import { NoteBar } from "../kit/display/note-bar.tsx";
import type { ConsoleForm } from "../kit/form/use-console-form.ts";
import { shellMessages } from "./messages.ts";
import type { KeptFormDraft } from "./use-form-draft.ts";

/** Says that unsaved input was restored; 放弃 goes back to the saved values. */
export function DraftNote<V extends FieldValues>({
  draft,
  of,
}: {
  draft: KeptFormDraft<V>;
  of: ConsoleForm<V>;
}) {
  const [isShown, setShown] = useState(draft.keptAt !== null);
  if (!isShown || draft.keptAt === null) return null;
  return (
    <NoteBar
      tone="ok"
      action={{
        label: shellMessages.discardDraft,
        onPress: () => {
          of.form.reset();
          draft.drop();
          setShown(false);
        },
      }}
    >
      {shellMessages.draftRestored(formatClock(draft.keptAt))}
    </NoteBar>
  );
}
