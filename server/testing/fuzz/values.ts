import fc, { type Arbitrary } from "fast-check";
import { toJSONSchema } from "zod/mini";
import type { Call } from "#contract/core/call.ts";

/** Marks markup in requests; no HTML or SVG answer may contain it unescaped. */
export const MARKUP_PROBE = "<img src=x onerror=markup7>";
/** Host that no answer may redirect to. */
export const FOREIGN_HOST = "foreign7.example";

/** The parts of a JSON Schema that are used here. */
type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly maxItems?: number;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
};
/** Existing values, by the name of their argument; without them nearly every answer would be "not found". */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

const hostileTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\u{feff}",
  "\u202e‮倒",
  "\ud800",
  "\udfff\ud800",
  "𠮷野家",
  "👩‍👩‍👧‍👦",
  "ﷺ".repeat(40),
  "Z̴̡̢̛".repeat(30),
  "İıſK",
  "１３８００１３８０００",
  "null",
  "undefined",
  "NaN",
  "-1",
  "0x10",
  "1e999",
  "9223372036854775808",
  "9999999999999999999",
  "00000000000000000001",
  "' OR 1=1 --",
  "\\'; DROP TABLE x; --",
  "%",
  "_%",
  "%00",
  "%ff",
  "../../etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "${7*7}{{7*7}}",
  "$where",
  "\r\nSet-Cookie: a=b",
  MARKUP_PROBE,
  `"><script>markup7</script>`,
  `javascript:markup7`,
  `//${FOREIGN_HOST}`,
  `https://${FOREIGN_HOST}/`,
  `/\\${FOREIGN_HOST}`,
  `https://127.0.0.1@${FOREIGN_HOST}/`,
  "http://169.254.169.254/latest/meta-data",
  "file:///etc/passwd",
  "constructor",
  "__proto__",
  "toString",
  "hasOwnProperty",
  "a".repeat(301),
  "长".repeat(5_000),
] as const;
const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  5e-324,
  [],
  {},
  [null],
  [[]],
  ["a", "b"],
  { toString: 1 },
  { length: 1e9 },
  { $ne: null },
  { constructor: { prototype: { isAdmin: true } } },
];
/** Property names that objects already have. */
const hostileNames = ["constructor", "toString", "hasOwnProperty", "valueOf", "a.b", "a[b]", "", "userId"];

/** Unusual text: of every class of Unicode, and a list of texts that have broken other programs. */
export const hostileText: Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 60 }) },
);
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Text that matches a pattern; plain letters if the generator does not support it (look-ahead). */
function fitting(pattern: string): Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, /\\p\{/.test(pattern) ? "u" : ""));
  } catch {
    return fc.stringMatching(/^[a-z0-9]{8,12}$/);
  }
}
function textOf({ pattern, allOf, minLength = 0, maxLength = 50 }: Schema): Arbitrary<string> {
  const wanted = pattern ?? allOf?.find((part) => part.pattern !== undefined)?.pattern;
  if (wanted !== undefined) return fitting(wanted);
  const size = { minLength, maxLength: Math.min(maxLength, 300) };
  return fc.oneof(fc.string(size), fc.string({ ...size, unit: "grapheme" }));
}

/** Values that fit a schema. */
function arbitraryOf(schema: Schema, known: KnownValues, name = ""): Arbitrary<unknown> {
  const real = known[name];
  const made = madeOf(schema, known);
  return real === undefined
    ? made
    : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...real) }, { weight: 1, arbitrary: made });
}
function madeOf(schema: Schema, known: KnownValues): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((part) => madeOf(part, known)));
  const { minimum = -1e6, maximum = 1e6 } = schema;
  switch (schema.type) {
    case "string":
      return textOf(schema);
    case "integer":
      return fc.integer({ min: Math.max(minimum, -(2 ** 30)), max: Math.min(maximum, 2 ** 30) });
    case "number":
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "array":
      return schema.prefixItems
        ? fc.tuple(...schema.prefixItems.map((part) => madeOf(part, known)))
        : fc.array(madeOf(schema.items || {}, known), { maxLength: Math.min(schema.maxItems ?? 8, 30) });
    case "object":
      return objectOf(schema, known);
    default:
      return fc.jsonValue();
  }
}
function objectOf(schema: Schema, known: KnownValues): Arbitrary<Record<string, unknown>> {
  if (typeof schema.additionalProperties === "object")
    return fc.dictionary(
      fc.stringMatching(/^[a-z][A-Za-z0-9]{0,9}$/),
      madeOf(schema.additionalProperties, known),
      {
        maxKeys: 4,
      },
    );
  const fields = Object.entries(schema.properties ?? {});
  const made = Object.fromEntries(fields.map(([name, part]) => [name, arbitraryOf(part, known, name)]));
  return fc.record(made, { requiredKeys: [...(schema.required ?? [])], noNullPrototype: true });
}

/** Arguments of a call that fit its schema, with up to three violations. */
export function argumentsOf(
  call: Pick<Call, "args">,
  known: KnownValues,
): Arbitrary<Record<string, unknown>> {
  const schema = toJSONSchema(call.args, { io: "input", unrepresentable: "any" }) as Schema;
  const names = Object.keys(schema.properties ?? {});
  const anyName = fc.constantFrom(...names, ...hostileNames);
  const change = fc.tuple(anyName, hostileValue, fc.nat(7));
  const changes = fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(change, { minLength: 1, maxLength: 3 }) },
  );
  return fc.tuple(objectOf(schema, known), changes).map(([given, wrong]) => {
    const args: Record<string, unknown> = { ...given };
    for (const [name, value, kind] of wrong) {
      if (kind === 0) delete args[name];
      else args[name] = value;
    }
    return args;
  });
}
