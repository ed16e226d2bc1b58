// Attacks a running product with its default limits and the real captcha, and prints what held. Run after a build:
// node bench/attacks/index.ts [--nginx] [--postgres] [--product folder] [names, such as work streams pools]
// --postgres: the product on PostgreSQL, whose statements run at once, unlike those of the embedded database.
// --product: another checkout, built, to compare with.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { attackDevices } from "./devices.ts";
import { attackDesks } from "./desks.ts";
import { startInstallation, type Installation } from "./installation.ts";
import { attackLeads, attackLeadsOnServers } from "./leads.ts";
import { attackLimits } from "./limits.ts";
import { attackPools } from "./pools.ts";
import { attackProcesses } from "./processes.ts";
import { attackProvider } from "./provider.ts";
import { attackSecurityLog } from "./security-log.ts";
import { attackSettings } from "./settings.ts";
import { attackSmsCodes } from "./sms-codes.ts";
import { attackStreams } from "./streams.ts";
import { attackTokens } from "./tokens.ts";
import { attackUploads } from "./uploads.ts";
import { attackVisitorEvents } from "./visitor-events.ts";
import { attackWork } from "./work.ts";
import { formatResult, type AttackResult } from "./table.ts";
import { OWN_FOLDER, startTarget, type Target } from "./target.ts";

/** Attacks on one running product, in this order. */
const attacks: Readonly<Record<string, (target: Target) => Promise<AttackResult[]>>> = {
  sms: attackSmsCodes,
  events: attackVisitorEvents,
  leads: attackLeads,
  devices: attackDevices,
  limits: attackLimits,
  log: attackSecurityLog,
  tokens: attackTokens,
  work: attackWork,
  streams: attackStreams,
  pools: attackPools,
  uploads: attackUploads,
  settings: attackSettings,
};
/** Attacks on an installation with PostgreSQL and two server processes. */
const installationAttacks: Readonly<Record<string, (installation: Installation) => Promise<AttackResult[]>>> =
  { desks: attackDesks, numbers: attackLeadsOnServers, processes: attackProcesses };
const { values, positionals: names } = parseArgs({
  options: {
    nginx: { type: "boolean", default: false },
    postgres: { type: "boolean", default: false },
    product: { type: "string", default: OWN_FOLDER },
  },
  allowPositionals: true,
});
const options = { isBehindNginx: values.nginx, folder: `${resolve(values.product)}/` };
const isChosen = (name: string): boolean => names.length === 0 || names.includes(name);

let open = 0;
/** Runs an attack and prints its results. */
async function run(name: string, attack: () => Promise<AttackResult[]>): Promise<void> {
  const results = await attack().catch((error: unknown): AttackResult[] => [
    { name: `${name} (attack failed)`, threshold: "", got: String(error), isHeld: false },
  ]);
  for (const result of results) {
    if (!result.isHeld) open++;
    process.stdout.write(`${formatResult(result)}\n`);
  }
}

const chosenOf = <T>(all: Readonly<Record<string, T>>): [string, T][] =>
  Object.entries(all).filter(([name]) => isChosen(name));
const [onProduct, onInstallation] = [chosenOf(attacks), chosenOf(installationAttacks)];
const isInstallationNeeded = onInstallation.length > 0 || (values.postgres && onProduct.length > 0);
const installation = isInstallationNeeded ? await startInstallation(options, 2) : null;
if (onProduct.length > 0) {
  const [server = await startTarget(options)] = values.postgres ? (installation?.servers ?? []) : [];
  for (const [name, attack] of onProduct) {
    await run(name, () => attack(server));
    await server.advance(null);
  }
  if (!values.postgres) await server.stop();
}
if (installation !== null) {
  for (const [name, attack] of onInstallation) await run(name, () => attack(installation));
  await installation.stop();
}
if (isChosen("provider")) await run("provider", () => attackProvider(options));
process.stdout.write(`${open === 0 ? "all held" : `${open} open`}\n`);
process.exitCode = open === 0 ? 0 : 1;
