import type { LoginCase } from "./cases.ts";
import type { HostEnvironment } from "./run.ts";
import type { LoginScreen } from "./screen.ts";

/** Result of one case in one environment. */
export type CaseCell = {
  readonly seen: LoginScreen;
  readonly navigations: number;
  /** Lost address or form content. */
  readonly missing: readonly string[];
};

const outcomes: Readonly<Record<LoginScreen["kind"], string>> = {
  loggedIn: "in",
  noMobile: "bind",
  visitor: "visitor",
  message: "message",
  sheet: "sheet",
  smsForm: "sms form",
  provider: "provider",
  wechat: "wechat",
  hostScreen: "host",
  unknown: "BROKEN",
  loading: "LOADING",
};
const textOf = (cell: CaseCell | undefined): string =>
  cell === undefined
    ? "–"
    : `${outcomes[cell.seen.kind]} ${cell.navigations}${cell.missing.length > 0 ? " LOST" : ""}`;

/**
 * Table with environments as rows and cases as columns; each cell shows the outcome and the number of page
 * loads. Messages and faults are listed below it.
 */
export function resultTable(
  environments: readonly HostEnvironment[],
  cases: readonly LoginCase[],
  cellOf: (environment: HostEnvironment, one: LoginCase) => CaseCell | undefined,
): string {
  const lines = [
    ["", ...cases.map(({ name }) => name)],
    ...environments.map((row) => [row.name, ...cases.map((column) => textOf(cellOf(row, column)))]),
  ];
  const widths = lines[0]?.map((_text, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? [];
  const table = lines.map((line) =>
    line
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const messages = new Set(
    environments.flatMap((row) =>
      cases.flatMap((column) => {
        const cell = cellOf(row, column);
        if (cell === undefined) return [];
        const { seen, missing } = cell;
        const words = "text" in seen && seen.kind !== "loggedIn" ? [`${column.name}: ${seen.text}`] : [];
        return [...words, ...missing.map((text) => `${row.name}, ${column.name}: ${text}`)];
      }),
    ),
  );
  return `${[...table, "", ...messages].join("\n")}\n`;
}

/** Runs all tasks with limited concurrency. */
export async function runWithConcurrency(
  runs: readonly (() => Promise<void>)[],
  concurrency: number,
): Promise<void> {
  const waiting = [...runs];
  const work = async (): Promise<void> => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) await run();
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
