import { useEffect, useState } from "react";
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from "react-hook-form";
import type * as z from "zod/mini";
import { Refusal } from "#contract/core/errors.ts";
import { warnBeforeUnload } from "../../../platform/console/page-facts.ts";
import { schemaResolver } from "./schema-resolver.ts";

type FormOptions<V extends FieldValues> = {
  /** Values of the thing as it is saved. */
  values: V;
  /** The contract's schema of the arguments; its messages stand at the fields. */
  schema?: z.ZodMiniType;
  /**
   * Saves. A refusal with `fields` shows each message at its field, another one above the buttons.
   * @throws Refusal
   */
  onSave: (values: V) => Promise<void>;
  /** Keeps unsaved values in this tab; `useFormDraft` of the shell gives it. */
  draft?: FormDraft<V>;
};
/** Unsaved values in this tab; the same object for as long as the form is shown. */
export type FormDraft<V> = {
  /** Values of an earlier visit of the form; null: none. */
  readonly restored: V | null;
  /** Moment of the restored values, ms since the epoch. */
  readonly keptAt: number | null;
  keep(values: V): void;
  drop(): void;
};

export type ConsoleForm<V extends FieldValues> = {
  readonly form: UseFormReturn<V>;
  /** Validates and saves. @returns whether it was saved */
  save(): Promise<boolean>;
  readonly isBusy: boolean;
  readonly isDirty: boolean;
  /** Why the last save was refused, if no field says it. */
  readonly refusal: Refusal | null;
  /** Ms since the epoch; null: not since the page opened. */
  readonly savedAt: number | null;
  /** Moment of the draft that stands in the form; null: none. */
  readonly restoredAt: number | null;
  /** Goes back to the saved values. */
  discardDraft(): void;
};

/** Puts a refusal's messages at their fields. @returns whether any field took one */
function showAtFields<V extends FieldValues>(form: UseFormReturn<V>, { fields }: Refusal): boolean {
  const names = Object.keys(fields);
  for (const [index, name] of names.entries())
    form.setError(
      name as FieldPath<V>,
      { type: "server", message: fields[name] ?? "" },
      { shouldFocus: index === 0 },
    );
  return names.length > 0;
}

/**
 * Form of the console: validates by the contract's schema when a field is left, saves by its button and by ⌘S, warns
 * before unsaved input is lost.
 */
export function useConsoleForm<V extends FieldValues>({
  values,
  schema,
  onSave,
  draft,
}: FormOptions<V>): ConsoleForm<V> {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  const form = useForm<V>({
    defaultValues: values as DefaultValues<V>,
    mode: "onTouched",
    // A draft of this tab stands in the form as unsaved input.
    ...(draft?.restored && { values: draft.restored, resetOptions: { keepDefaultValues: true } }),
    ...(schema && { resolver: schemaResolver<V>(schema) }),
  });
  const { isDirty } = form.formState;
  const [isRestored, setRestored] = useState(() => Boolean(draft?.restored));
  const endDraft = (): void => {
    draft?.drop();
    setRestored(false);
  };

  useEffect(() => {
    if (draft === undefined) return undefined;
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values: typed }) => draft.keep(typed as V),
    });
  }, [form, draft]);
  useEffect(() => (isDirty ? warnBeforeUnload() : undefined), [isDirty]);

  async function save(): Promise<boolean> {
    if (isBusy) return false;
    let isSaved = false;
    setRefusal(null);
    await form.handleSubmit(async (checked) => {
      setBusy(true);
      try {
        await onSave(checked);
        form.reset(checked);
        endDraft();
        setSavedAt(Date.now());
        isSaved = true;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (!showAtFields(form, error)) setRefusal(error);
      } finally {
        setBusy(false);
      }
    })();
    return isSaved;
  }

  const discardDraft = (): void => {
    form.reset(values);
    endDraft();
  };
  const restoredAt = isRestored ? (draft?.keptAt ?? null) : null;
  return { form, save, isBusy, isDirty, refusal, savedAt, restoredAt, discardDraft };
}
