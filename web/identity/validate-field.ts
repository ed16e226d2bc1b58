import type * as z from "zod/mini";

/** A field's value parsed by the contract, or the contract's error message. */
export type ValidatedField<T> =
  | { readonly value: T; readonly problem: null }
  | { readonly value: null; readonly problem: string };

/** Validates a text against a schema of the contract. */
export function validateField<T>(schema: z.ZodMiniType<T>, text: unknown): ValidatedField<T> {
  const parsed = schema.safeParse(text);
  if (parsed.success) return { value: parsed.data, problem: null };
  return { value: null, problem: parsed.error.issues[0]?.message ?? "" };
}
