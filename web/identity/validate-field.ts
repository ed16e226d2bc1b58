import type * as z from "zod/mini";

/** A field's text as the contract reads it, or what is wrong with it in the words of the contract. */
export type ValidatedField<T> =
  | { readonly value: T; readonly problem: null }
  | { readonly value: null; readonly problem: string };

/** Holds a text against a schema of the contract. */
export function validateField<T>(schema: z.ZodMiniType<T>, text: unknown): ValidatedField<T> {
  const parsed = schema.safeParse(text);
  if (parsed.success) return { value: parsed.data, problem: null };
  return { value: null, problem: parsed.error.issues[0]?.message ?? "" };
}
