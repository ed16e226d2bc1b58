import { operatorLogin } from "#contract/console/login.ts";
import { personName } from "#contract/core/fields.ts";
import { exitWithError } from "../../server/config.ts";
import { addFirstOperator } from "../../server/console/operators/first-operator.ts";
import { createClock } from "../../server/core/clock.ts";
import { readInstallationConfig, withInstallationDatabase } from "./cli-database.ts";
import { parseArguments } from "./parse-arguments.ts";

/*
 * Invites the first operator of the console, a system administrator, and prints the invitation, once: within 72 hours they
 * choose a passkey, or a password with an authenticator app. It requires the installation's settings (.env) and PostgreSQL;
 * with the embedded database /lab/console logs in.
 */
const usage = "usage: npm run operator -- first LOGIN NAME";

async function run(): Promise<string> {
  const { positionals } = parseArguments(usage, []);
  const [action, login = "", name = "", ...more] = positionals;
  const parsed = { login: operatorLogin.safeParse(login), name: personName.safeParse(name) };
  if (action !== "first" || more.length > 0 || !parsed.login.success || !parsed.name.success)
    return exitWithError(usage);
  const config = readInstallationConfig("with the embedded database operators log in at /lab/console");
  const { publicOrigin } = config;
  if (publicOrigin === null) exitWithError("PUBLIC_ORIGIN is not set: the invitation needs an origin");
  const operator = { login: parsed.login.data, name: parsed.name.data };
  const path = await withInstallationDatabase(config, (db) => addFirstOperator(db, createClock(), operator));
  return path === null
    ? exitWithError("there are operators already: one of them invites others at /console/")
    : publicOrigin + path;
}
process.stdout.write(`${await run()}\n`);
