import type { UpsertResult } from "../database/statements/upsert-row.ts";
import { CatalogueError, type CatalogueProblems } from "./rules.ts";

/** Result of importing one entry. */
export type CatalogueChange = {
  readonly kind:
    | "dealer"
    | "series"
    | "activity"
    | "banner"
    | "benefit"
    | "koc-program"
    | "contest"
    | "process"
    | "person-field"
    | "category"
    | "freight"
    | "product"
    | "sku"
    | "price-plan"
    | "rush";
  readonly id: string;
  readonly outcome: UpsertResult["outcome"] | "removed";
  /** Names of the changed fields; empty unless the outcome is "changed". */
  readonly fields: readonly string[];
};

const fieldOf = (column: string): string =>
  column.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
const SERIES_FIELDS: Readonly<Record<string, string>> = { name: "seriesName" };

/** Collects the changes and the problems of an import. */
export class ImportLog {
  readonly changes: CatalogueChange[] = [];
  readonly problems: CatalogueProblems = {};

  add(
    place: string,
    kind: CatalogueChange["kind"],
    id: string,
    { outcome, columns, conflicts }: UpsertResult,
  ): void {
    const named = (column: string): string =>
      (kind === "series" ? SERIES_FIELDS[column] : undefined) ?? fieldOf(column);
    for (const [column, problem] of Object.entries(conflicts))
      this.problems[`${place}.${named(column)}`] = problem;
    this.changes.push({ kind, id, outcome, fields: outcome === "changed" ? columns.map(named) : [] });
  }
  /**
   * Stops before a step that would only report consequences of earlier problems.
   * @throws CatalogueError
   */
  throwIfInvalid(): void {
    if (Object.keys(this.problems).length > 0) throw new CatalogueError(this.problems);
  }
}
