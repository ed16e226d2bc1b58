import { createClock } from "../server/clock.ts";
import { exitWith, readConfig } from "../server/config.ts";
import { aCommand } from "../server/database/audit.ts";
import { accountActs, actOnAccount, endAllSessions } from "../server/session/account-lock.ts";
import { withKept } from "./kept.ts";
import { aboutSomebody } from "./who.ts";

/*
 * Somebody's account in an operator's hands (docs/operation.md "Accounts"): `npm run -s account -- lock` ends
 * every session and lets nobody in until `unlock`, `end-sessions` only logs them out everywhere. After a restore
 * `end-all-sessions` logs everybody out.
 */
const usage = `usage: echo MOBILE_OR_USER_ID | npm run -s account -- ${accountActs.join("|")}
       npm run -s account -- end-all-sessions`;
const embedded = "with the embedded database nobody else can be at its data";

const [asked] = process.argv.slice(2);
if (asked === "end-all-sessions") {
  const config = readConfig();
  const { databaseUrl } = config;
  if (databaseUrl === null) exitWith(`DATABASE_URL is not set: ${embedded}`);
  const ended = await withKept(config, databaseUrl, (db) =>
    endAllSessions({ db, clock: createClock() }, aCommand),
  );
  process.stdout.write(`ended: ${ended}\n`);
} else {
  const act = accountActs.find((one) => one === asked) ?? exitWith(usage);
  await aboutSomebody(embedded, (userId, db) =>
    actOnAccount({ db, clock: createClock() }, act, userId, aCommand),
  );
}
