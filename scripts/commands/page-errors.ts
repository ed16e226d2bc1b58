import { createClock } from "../../server/core/clock.ts";
import { exitWithError, type Config } from "../../server/config.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { createEventStore, type ListedPageError } from "../../server/tracking/index.ts";
import { projectRoot } from "../release/run-tool.ts";
import { createStackReader } from "../release/source-maps.ts";
import { readInstallationConfig, withDatabase } from "./cli-database.ts";
import { parseArguments } from "./parse-arguments.ts";

/*
 * Reads the errors that people's browsers have reported (docs/operation.md "Errors in browsers"): `list` groups those
 * of the last days and resolves their positions with the source maps, `resolve` does so for positions from elsewhere.
 */
const usage = [
  "usage: npm run -s page-errors -- list [--days 1…366] [--release VERSION]",
  "       npm run -s page-errors -- resolve SCRIPT:LINE:COLUMN…",
].join("\n");

const sourceOf = createStackReader(`${projectRoot}build`);
const named = (name: string, values: readonly string[]): string =>
  `${name} ${values.filter((value) => value !== "").join(", ") || "unknown"}`;

const linesOf = (error: ListedPageError): string =>
  [
    error.message,
    [
      `${error.visitors} visitors`,
      `${error.occurrences} times`,
      `last ${error.last_time.toISOString()}`,
      named("release", [error.release]),
      named("kind", error.kinds),
      named("host", error.hosts),
      named("route", error.routes),
    ].join("  "),
    ...error.stack.split(" ").flatMap((frame) => (frame === "" ? [] : [`    at ${sourceOf(frame)}`])),
  ].join("\n");

async function list(db: Database, config: Config, days: number, release: string | null): Promise<string> {
  const store = createEventStore({ db, databaseKind: "postgres", config });
  const errors = await store.listPageErrors(days, release, createClock().now());
  return errors.length === 0 ? "none" : errors.map(linesOf).join("\n\n");
}

const { values, positionals } = parseArguments(usage, ["days", "release"]);
const [command, ...frames] = positionals;
if (command === "resolve" && frames.length > 0 && frames.every((frame) => /^[\w.-]+:\d+:\d+$/.test(frame)))
  process.stdout.write(`${frames.map(sourceOf).join("\n")}\n`);
else if (command === "list" && frames.length === 0) {
  const days = Number(values.days ?? 7);
  if (!Number.isInteger(days) || days < 1 || days > 366) exitWithError(usage);
  const config = readInstallationConfig();
  await withDatabase(config, async (db) => {
    process.stdout.write(`${await list(db, config, days, values.release ?? null)}\n`);
  });
} else exitWithError(usage);
