import type { CatalogueTable, ForeignKey } from "./catalogue-store.ts";
import { distributionOf, type Distribution } from "./distribution.ts";

type Decisions = Readonly<Record<string, Distribution>>;

/** Problem of a foreign key, or null. */
function foreignKeyProblem(key: ForeignKey, own: Distribution, target: Distribution): string | null {
  if (target.kind === "reference") return null;
  if (target.kind === "local") {
    if (own.kind === "distributed") return `refers to the local table ${key.target}`;
    const isPlain = [key.onDelete, key.onUpdate].every((action) => action === "a" || action === "r");
    return own.kind === "local" || isPlain ? null : `changes with the local table ${key.target}`;
  }
  if (own.kind !== "distributed") return `refers to the distributed table ${key.target}`;
  const place = key.columns.indexOf(own.by);
  const isColocated = own.by === target.by && place >= 0 && key.targetColumns[place] === target.by;
  return isColocated ? null : `refers to ${key.target} without ${target.by}`;
}

function distributedTableProblems(table: CatalogueTable, column: string): string[] {
  const keys = table.uniqueKeys.filter(({ columns }) => !columns.includes(column));
  return [
    ...(table.requiredColumns.includes(column) ? [] : [`column ${column} is missing or may be null`]),
    ...keys.map(({ name }) => `unique key ${name} lacks ${column}`),
  ];
}

/**
 * Lists what hinders tables from being distributed as decided, by the rules of Citus 13: each unique key of a
 * distributed table has the distribution column; no triggers on distributed and reference tables; foreign keys to
 * reference tables, between colocated tables with the column in the key, or among tables of the coordinator.
 * @returns sentences "table: problem", in the order of the tables
 */
export function findViolations(catalogue: readonly CatalogueTable[], decisions?: Decisions): string[] {
  return catalogue.flatMap((table) => {
    const own = distributionOf(table.name, decisions);
    const problems = [
      ...(own.kind === "distributed" ? distributedTableProblems(table, own.by) : []),
      ...(own.kind === "local" ? [] : table.triggers.map((name) => `trigger ${name}`)),
      ...table.foreignKeys.flatMap((key) => {
        const problem = foreignKeyProblem(key, own, distributionOf(key.target, decisions));
        return problem === null ? [] : [`foreign key ${key.name} ${problem}`];
      }),
    ];
    return problems.map((problem) => `${table.name}: ${problem}`);
  });
}
