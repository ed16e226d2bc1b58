import { set, type FieldErrors, type FieldValues, type Resolver } from "react-hook-form";
import * as z from "zod/mini";

/**
 * Resolver of a form: the contract's schema judges the values, so that both sides have one set of rules and words
 * (requirement CO44). The values are given on as they were typed, since the server parses them itself.
 */
export const schemaResolver =
  <V extends FieldValues>(schema: z.ZodMiniType): Resolver<V> =>
  (values) => {
    const parsed = z.safeParse(schema, values);
    if (parsed.success) return { values, errors: {} };
    const errors: FieldErrors<V> = {};
    for (const { path, message } of parsed.error.issues) {
      const name = path.map(String).join(".");
      // The first fault of a field is shown.
      if (name !== "" && get(errors, path) === undefined) set(errors, name, { type: "schema", message });
    }
    return { values: {}, errors };
  };

const get = (errors: object, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part], errors);
