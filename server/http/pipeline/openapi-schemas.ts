import { toJSONSchema } from "zod/mini";
import type { Call } from "#contract/core/call.ts";

export type Json = Readonly<Record<string, unknown>>;

const refTo = (name: string): string => `#/components/schemas/${name}`;

/** Collects the shapes of a document as `components/schemas`, which all tools can follow, unlike `$id` and `$defs`. */
export class SchemaCollection {
  readonly #schemas: Record<string, Json> = {};

  /** Every added shape by its name. */
  get schemas(): Readonly<Record<string, Json>> {
    return this.#schemas;
  }
  /** Adds a shape that is JSON Schema already. @returns a reference to it */
  add(name: string, schema: Json): Json {
    this.#schemas[name] = schema;
    return { $ref: refTo(name) };
  }
  /** Adds a schema of the contract with its definitions. @returns a reference to it */
  addContract(name: string, schema: Call["args"], io: "input" | "output"): Json {
    const { $defs = {}, ...rest } = jsonSchemaOf(schema, io) as Json & { $defs?: Record<string, Json> };
    const rename = (part: Json): Json =>
      JSON.parse(
        JSON.stringify(part)
          .replaceAll('"$ref":"#"', `"$ref":"${refTo(name)}"`)
          .replaceAll('"$ref":"#/$defs/', `"$ref":"${refTo(`${name}.`)}`),
      ) as Json;
    for (const [key, part] of Object.entries($defs)) this.#schemas[`${name}.${key}`] = rename(part);
    return this.add(name, rename(rest));
  }
}

/** Converts a schema to JSON Schema; leaves out checks in code, which it cannot express. */
export function jsonSchemaOf(schema: Call["args"], io: "input" | "output"): Json {
  const { $schema: _draft, ...rest } = toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
