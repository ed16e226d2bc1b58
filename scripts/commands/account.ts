import { createClock } from "../../server/core/clock.ts";
import { exitWithError, readConfig } from "../../server/config.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import {
  accountActions,
  applyAccountAction,
  endAllSessions,
} from "../../server/session/account-lock-store.ts";
import { withInstallationDatabase } from "./cli-database.ts";
import { runForPerson } from "./cli-person-store.ts";

/*
 * Somebody's account in an operator's hands (docs/operation.md "Accounts"): `npm run -s account -- lock` ends
 * every session and lets nobody in until `unlock`, `end-sessions` only logs them out everywhere. After a restore
 * `end-all-sessions` logs everybody out.
 */
const usage = `usage: echo MOBILE_OR_USER_ID | npm run -s account -- ${accountActions.join("|")}
       npm run -s account -- end-all-sessions`;
const embedded = "with the embedded database nobody else can be at its data";

const [asked] = process.argv.slice(2);
if (asked === "end-all-sessions") {
  const config = readConfig();
  const { databaseUrl } = config;
  if (databaseUrl === null) exitWithError(`DATABASE_URL is not set: ${embedded}`);
  const ended = await withInstallationDatabase(config, databaseUrl, (db) =>
    endAllSessions({ db, clock: createClock() }, commandLineActor),
  );
  process.stdout.write(`ended: ${ended}\n`);
} else {
  const act = accountActions.find((one) => one === asked) ?? exitWithError(usage);
  await runForPerson(embedded, (userId, db) =>
    applyAccountAction({ db, clock: createClock() }, act, userId, commandLineActor),
  );
}
