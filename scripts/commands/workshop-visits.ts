import { readFileSync } from "node:fs";
import { recordVisits } from "../../server/car/store.ts";
import { exitWithError } from "../../server/config.ts";
import { createClock } from "../../server/core/clock.ts";
import { decodeUtf8, TextFileError } from "../../server/core/text-files.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import { readRecordsFile, RecordsFileError, type FileRecord } from "../../server/maker/records-file.ts";
import { createMakerReports } from "../../server/maker/reports.ts";
import { outcomeOf } from "../../server/maker/rules.ts";
import { recordVips } from "../../server/session/vip-store.ts";
import { readInstallationConfig, withInstallationDatabase } from "./cli-database.ts";
import { parseArguments } from "./parse-arguments.ts";

/*
 * Imports visits to workshops from a file (docs/maker-systems.md): `npm run -s workshop-visits -- FILE.csv`. The same file
 * twice changes nothing; each refused record is printed with its line and fault.
 */
const usage = "usage: npm run -s workshop-visits -- FILE.csv|FILE.json";
const columns = ["recordId", "mobile", "vin", "dealerCode", "servedTime"];

function readFile(file: string): FileRecord[] {
  try {
    return readRecordsFile(decodeUtf8(readFileSync(file)), columns);
  } catch (error) {
    if (error instanceof RecordsFileError || error instanceof TextFileError)
      return exitWithError(`${file} ${error.message}`);
    return exitWithError(`${file} cannot be read`);
  }
}

const config = readInstallationConfig();
const { positionals } = parseArguments(usage, []);
const [file, ...others] = positionals;
if (file === undefined || others.length > 0) exitWithError(usage);
const records = readFile(file);

const lines = await withInstallationDatabase(config, async (db) => {
  const reports = createMakerReports({ db, clock: createClock() }, { recordVisits, recordVips });
  const source = { by: commandLineActor, request: null };
  const results = await reports.reportMaintenance(
    records.map(({ record }) => record),
    source,
  );
  const refused = results.flatMap(({ index, recordId, result, fault, field, message }) =>
    result === "refused"
      ? [[`line ${records[index]?.line ?? 0}`, recordId ?? "-", fault, field ?? "", message].join("  ")]
      : [],
  );
  return { refused, outcome: results.length === 0 ? "no records" : outcomeOf(results) };
});
const text = [...lines.refused, lines.outcome].join("\n");
if (lines.refused.length > 0) exitWithError(text);
process.stdout.write(`${text}\n`);
