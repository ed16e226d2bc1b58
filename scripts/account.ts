import { createClock } from "../server/clock.ts";
import { exitWith } from "../server/config.ts";
import { aCommand } from "../server/database/audit.ts";
import { accountActs, actOnAccount } from "../server/session/account-lock.ts";
import { aboutSomebody } from "./who.ts";

/*
 * Somebody's account in an operator's hands (docs/operation.md "Accounts"): `npm run -s account -- lock` ends
 * every session and lets nobody in until `unlock`, `end-sessions` only logs them out everywhere.
 */
const usage = `usage: echo MOBILE_OR_USER_ID | npm run -s account -- ${accountActs.join("|")}`;

const [asked] = process.argv.slice(2);
const act = accountActs.find((one) => one === asked);
if (act === undefined) exitWith(usage);
await aboutSomebody("with the embedded database nobody else can be at its data", (userId, db) =>
  actOnAccount({ db, clock: createClock() }, act, userId, aCommand),
);
