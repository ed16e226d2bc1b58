import type { ReactNode } from "react";
import {
  useController,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type RefCallBack,
} from "react-hook-form";
import type { ConsoleForm } from "./use-console-form.ts";

type FieldOf<V extends FieldValues, N extends FieldPath<V>> = {
  value: FieldPathValue<V, N>;
  onChange: (value: FieldPathValue<V, N>) => void;
  onBlur: () => void;
  error: string | null;
  inputRef: RefCallBack;
};

type ConsoleFieldProps<V extends FieldValues, N extends FieldPath<V>> = {
  of: ConsoleForm<V>;
  name: N;
  children: (field: FieldOf<V, N>) => ReactNode;
};

/** Connects an input with its field; only this field renders again when it changes. */
export function ConsoleField<V extends FieldValues, N extends FieldPath<V>>({
  of: { form },
  name,
  children,
}: ConsoleFieldProps<V, N>) {
  const { field, fieldState } = useController<V, N>({ control: form.control, name });
  return children({
    value: field.value,
    onChange: field.onChange,
    onBlur: field.onBlur,
    error: fieldState.error?.message ?? null,
    inputRef: field.ref,
  });
}
