import { createClock } from "../../server/core/clock.ts";
import { exitWithError } from "../../server/config.ts";
import { commandLineActor } from "../../server/database/shared-tables/audit-log.ts";
import {
  accountActions,
  applyAccountAction,
  endAllSessions,
} from "../../server/session/account-lock-store.ts";
import { embeddedDatabaseHint, readInstallationConfig, withInstallationDatabase } from "./cli-database.ts";
import { runForPerson } from "./cli-person.ts";

/*
 * Locks and unlocks accounts and ends sessions (docs/operation.md "Accounts"): `npm run -s account -- lock` ends
 * all sessions of a person and prevents logins until `unlock`, `end-sessions` only ends the sessions. After a
 * restore `end-all-sessions` ends those of everybody.
 */
const usage = `usage: echo MOBILE_OR_USER_ID | npm run -s account -- ${accountActions.join("|")}
       npm run -s account -- end-all-sessions`;

const [command] = process.argv.slice(2);
if (command === "end-all-sessions") {
  const ended = await withInstallationDatabase(readInstallationConfig(), (db) =>
    endAllSessions({ db, clock: createClock() }, commandLineActor),
  );
  process.stdout.write(`ended: ${ended}\n`);
} else {
  const action = accountActions.find((name) => name === command) ?? exitWithError(usage);
  await runForPerson(embeddedDatabaseHint, (userId, db) =>
    applyAccountAction({ db, clock: createClock() }, action, userId, commandLineActor),
  );
}
