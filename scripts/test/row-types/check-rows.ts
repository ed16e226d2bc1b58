import type { RowShape, ValueKind } from "./row-shape.ts";

function kindOf(value: unknown): ValueKind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof Date) return "Date";
  const kind = typeof value;
  return kind === "string" || kind === "number" || kind === "boolean" || kind === "undefined"
    ? kind
    : "object";
}

/** The differences between a row and its declared type, in words. */
export function rowFaults(row: Readonly<Record<string, unknown>>, shape: RowShape): string[] {
  return Object.entries(shape).flatMap(([name, { kinds, isOptional }]) => {
    if (!(name in row)) return isOptional ? [] : [`the row has no column "${name}"`];
    const kind = kindOf(row[name]);
    return kinds.includes("any") || kinds.includes(kind)
      ? []
      : [`column "${name}" is ${kind}, its type says ${kinds.join(" or ")}`];
  });
}

type Executable = { execute(executor: unknown): Promise<{ rows: Record<string, unknown>[] }> };

/**
 * Compares the rows that a statement returns with the row type that the statement declares.
 * @param site file and line of the statement
 * @throws Error from the statement's `execute` where they differ
 */
export function checkRows<Statement extends object>(
  statement: Statement,
  site: string,
  shape: RowShape,
): Statement {
  const executable = statement as Statement & Executable;
  const execute = executable.execute.bind(executable);
  executable.execute = async (executor) => {
    const result = await execute(executor);
    for (const row of result.rows.slice(0, 3)) {
      const [fault] = rowFaults(row, shape);
      if (fault !== undefined) throw new Error(`${site}: ${fault}`);
    }
    return result;
  };
  return executable;
}
