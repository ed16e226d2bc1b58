import { useEffect, type ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { formatClock } from "#contract/core/date-text.ts";
import { onKeyPress } from "../../../platform/console/key-presses.ts";
import { ConsoleButton } from "../controls/console-button.tsx";
import { NoteBar } from "../display/note-bar.tsx";
import { kitMessages } from "../messages.ts";
import * as utilityCss from "../styles/utility.module.css";
import * as formCss from "./form.module.css";
import type { ConsoleForm } from "./use-console-form.ts";

type FormFrameProps<V extends FieldValues> = {
  of: ConsoleForm<V>;
  /** Accessible name. */
  label: string;
  /** Text of the button: 保存, 提交审核. */
  submit?: string;
  /** Further buttons before the one that saves. */
  actions?: ReactNode;
  /** Nothing may be changed: shows no buttons. */
  isReadOnly?: boolean;
  children: ReactNode;
};

/** Form with its save bar; ⌘S saves too. */
export function FormFrame<V extends FieldValues>({
  of: form,
  label,
  submit = kitMessages.save,
  actions,
  isReadOnly = false,
  children,
}: FormFrameProps<V>) {
  const { save } = form;
  useEffect(
    () =>
      onKeyPress((press) => {
        if (isReadOnly || !press.isCommand || press.key.toLowerCase() !== "s") return;
        press.preventDefault();
        void save();
      }),
    [save, isReadOnly],
  );
  return (
    <form
      aria-label={label}
      noValidate
      className={utilityCss.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {form.restoredAt !== null && (
        <NoteBar tone="ok" action={{ label: kitMessages.discardDraft, onPress: form.discardDraft }}>
          {kitMessages.draftRestored(formatClock(form.restoredAt))}
        </NoteBar>
      )}
      {/* A disabled group keeps its inputs from changing while they are read or saved. */}
      <fieldset disabled={isReadOnly} className={utilityCss.stack}>
        {children}
      </fieldset>
      {form.refusal !== null && <NoteBar tone="error">{form.refusal.message}</NoteBar>}
      {!isReadOnly && (
        <div className={formCss.saveBar}>
          <output className={`${utilityCss.grow} ${utilityCss.secondary}`}>{saveState(form)}</output>
          {actions}
          <ConsoleButton type="submit" look="primary" isBusy={form.isBusy}>
            {submit}
          </ConsoleButton>
        </div>
      )}
    </form>
  );
}

function saveState<V extends FieldValues>({ isDirty, savedAt }: ConsoleForm<V>): string {
  if (isDirty) return kitMessages.unsaved;
  return savedAt === null ? "" : kitMessages.savedAt(formatClock(savedAt));
}

/** Fields one below the other, at most 720 px wide. */
export const FieldStack = ({ children }: { children: ReactNode }) => (
  <div className={formCss.fields}>{children}</div>
);
/** Two fields side by side. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className={formCss.pair}>{children}</div>
);
