import { readFileSync } from "node:fs";
import { checkSealFile, type LineFault, type SealHead } from "../../contract/console/watch/audit-seal.ts";
import { exitWithError, readConfig } from "../../server/config.ts";
import { checkDay, firstKeptDay } from "../../server/console/audit/seal.ts";
import { findSeal, listSeals } from "../../server/console/audit/seal-store.ts";
import { sha256 } from "../../server/core/secrets.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { readInstallationConfig, withDatabase } from "./cli-database.ts";
import { parseArguments } from "./parse-arguments.ts";

/*
 * Checks the seals of the audit log: of a downloaded day, in itself and against the installation's seal if DATABASE_URL is
 * set; without a file of every day in the database. Exits with 1 if anything was changed.
 */
const usage = "usage: npm run audit -- check [FILE]";

/** Lines of output, and whether all is as it was sealed. */
type Report = { readonly lines: readonly string[]; readonly isIntact: boolean };

const faultLine = ({ kind, line, auditId }: LineFault): string =>
  `  line ${line}: ${kind}${auditId === null ? "" : ` (${auditId})`}`;

/** Compares the seal of a file with the database's. */
async function compareWithDatabase(db: Database, { day, seal }: SealHead): Promise<Report> {
  const known = await findSeal(db, day);
  if (known === null) return { lines: [`${day}: the database has no seal of this day`], isIntact: false };
  return known.seal === seal
    ? { lines: [`${day}: the seal is that of the database`], isIntact: true }
    : {
        lines: [`${day}: the seal differs from that of the database: one of them was changed`],
        isIntact: false,
      };
}

async function checkFile(path: string): Promise<Report> {
  const { head, faults } = checkSealFile(readFileSync(path, "utf8"), sha256);
  if (head === null) return exitWithError(`${path} is no downloaded day of the audit log`);
  if (faults.length > 0)
    return { lines: [`${head.day}: changed`, ...faults.map(faultLine)], isIntact: false };
  const unchanged = `${head.day}: unchanged, ${head.lines} lines, seal ${head.seal}`;
  if (readConfig().databaseUrl === null)
    return { lines: [unchanged, "not compared with a database: DATABASE_URL is not set"], isIntact: true };
  const compared = await withDatabase(readInstallationConfig(), (db) => compareWithDatabase(db, head));
  return { lines: [unchanged, ...compared.lines], isIntact: compared.isIntact };
}

/** Checks every sealed day of the database, the latest first. */
async function checkTable(db: Database, keptSince: string): Promise<Report> {
  const lines: string[] = [];
  let isIntact = true;
  for (let before: string | undefined; ;) {
    const seals = await listSeals(db, before, 50);
    for (const { day } of seals) {
      const check = await checkDay(db, day, keptSince);
      if (check === null || (check.isChained && check.faults.length === 0)) continue;
      isIntact = false;
      const what = check.isChained ? "changed" : "the seal does not follow from the day before";
      lines.push(`${day}: ${what}`, ...check.faults.map(faultLine));
    }
    before = seals.at(-1)?.day;
    if (before === undefined) break;
  }
  return { lines: isIntact ? ["unchanged"] : lines, isIntact };
}

async function run(): Promise<Report> {
  const { positionals } = parseArguments(usage, []);
  const [action, path, ...more] = positionals;
  if (action !== "check" || more.length > 0) return exitWithError(usage);
  if (path !== undefined) return checkFile(path);
  const config = readInstallationConfig("with the embedded database the page 操作日志 checks its days");
  return withDatabase(config, (db) => checkTable(db, firstKeptDay(Date.now(), config.auditRetentionDays)));
}
const { lines, isIntact } = await run();
(isIntact ? process.stdout : process.stderr).write(`${lines.join("\n")}\n`);
if (!isIntact) process.exitCode = 1;
