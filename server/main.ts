import { existsSync, rmSync, writeFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WEB_BASE } from "#contract/core/web-base.ts";
import type { Product } from "./app.ts";
import {
  chooseReactBuild,
  exitWithError,
  isDevelopment,
  isInTerminal,
  limitMallocArenas,
  onBackupSignal,
  onRetire,
  onReloadSignal,
  onStopSignal,
  prepareDataDir,
  processRole,
  readConfig,
  SettingError,
  notifyReady,
  type Config,
} from "./config.ts";

/** One dependency warns at every start that Node 26 is no named LTS line yet; our tests run on it. */
function suppressRuntimeWarning(): void {
  const warn = console.warn;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes("oidc-provider WARNING: Unsupported runtime")) warn(...words);
  };
}

/** Simulators and demo brand are no part of the product: only this file knows them. */
async function addSimulatorsIfEnabled(config: Config, product: Product): Promise<void> {
  if (!config.simulators) return;
  const { addSimulators } = await import("../simulator/index.ts");
  addSimulators(product);
}
async function fillDemoData(config: Config, { modules, context }: Product): Promise<void> {
  // Stands while the database is filled: whatever ends the process meanwhile, the next start goes on.
  const mark = join(config.dataDir, "demo-filling");
  if (!config.demoData || !((await modules.activities.isEmpty()) || existsSync(mark))) return;
  writeFileSync(mark, "");
  process.stdout.write("Filling the empty database with the demo brand …\n");
  const { fillDemo } = await import("../demo/index.ts");
  const { activities, dealers } = await fillDemo(
    {
      isEmpty: () => modules.activities.isEmpty(),
      putPicture: (name, bytes) => modules.images.put(bytes, name),
      addOrganisations: (rows) => modules.organisations.add(rows),
      addSeries: (rows) => modules.activities.addSeries(rows),
      addActivities: (rows) => modules.activities.addActivities(rows),
      addBenefits: (rows) => modules.benefits.add(rows),
      addKocPrograms: (rows) => modules.kocs.add(rows),
      addBanners: (rows) => modules.activities.addBanners(rows),
      // Those whom a filling that was broken off has added stay as they are.
      addPeople: async (rows) => {
        const added = await Promise.allSettled(rows.map((row) => modules.identity.addAccount(row)));
        // The club knows them before they first log in.
        for (const [at, { mobile, nickname }] of rows.entries()) {
          const account = added[at];
          if (account?.status === "fulfilled")
            await modules.sessions.upsertProviderPerson({ idpId: account.value.accountId, mobile, nickname });
        }
        for (const { mobile, owner, seriesCodes } of rows)
          await modules.sessions.setOwner(mobile, owner, seriesCodes);
      },
      addClub: async (club) => {
        await modules.community.add(club);
        await modules.community.updateSearchKeys();
      },
      addProcesses: async (rows) => {
        for (const row of rows) await modules.flow.publish(row);
      },
      addFields: async (rows) => {
        for (const row of rows) await modules.flow.setField(row);
      },
    },
    context.clock.now(),
  );
  rmSync(mark, { force: true });
  process.stdout.write(`  ${activities} activities, ${dealers} dealers\n`);
}

function printAddresses(config: Config, origin: string, kind: Product["databaseKind"]): void {
  const lines: [string, string][] = [
    [`${origin}${WEB_BASE}`, "the web app: find an activity, log in, sign up"],
    [`${origin}/pass/.well-known/openid-configuration`, "the identity provider"],
    [`${origin}/readyz`, "readiness; also /healthz and /metrics"],
  ];
  if (config.simulators)
    lines.splice(
      1,
      0,
      [`${origin}/lab`, "the environment lab: the app in WeChat, mini-programs, browsers (simulator)"],
      [`${origin}/lab/sale`, "the sale room: an opening live and second by second (simulator)"],
      [`${origin}/lab/check-in`, "links for dealers' staff, who check guests in (simulator)"],
      [`${origin}/lab/leads`, "links for dealers' staff, who call those who left a lead (simulator)"],
      [`${origin}/lab/compose`, "links for whoever composes campaigns' pages (simulator)"],
      [`${origin}/lab/complaints`, "links for operators, who decide the car club's complaints (simulator)"],
      [`${origin}/sim/sms?mobile=13800138000`, "the last SMS code sent to a number (simulator)"],
    );
  const width = Math.max(...lines.map(([address]) => address.length));
  const database = kind === "pglite" ? `embedded PGlite in ${config.dataDir}` : "PostgreSQL";
  process.stdout.write(`\n${config.brand.name} · ${config.environment} · ${database}\n\n`);
  for (const [address, what] of lines) process.stdout.write(`  ${address.padEnd(width)}  ${what}\n`);
  process.stdout.write("\nCtrl-C ends it.\n");
}

/** What a person can mend, in one line; anything else is a fault of ours and keeps its stack. */
function describeStartError(error: unknown, config: Config | null): string | null {
  if (error instanceof SettingError) return `Setting ${error.message}`;
  const code = (error as { code?: string }).code;
  if (config && code === "EADDRINUSE")
    return `Port ${config.port} on ${config.host} is taken: stop what listens there, or set PORT to another one`;
  if (config && code === "EACCES")
    return `Port ${config.port} on ${config.host} may not be used: set PORT to one above 1023`;
  if (config && ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].includes(code ?? ""))
    return `HOST ${config.host} is no address of this machine`;
  return null;
}

/** What a backup of the embedded database is made of (deploy/backup.sh). */
const copyDatabase = ({ dataDir }: Config, { backUpDatabase: copyTo, context }: Product): Promise<void> =>
  copyTo(`${dataDir}/backup/pglite.tar.gz`).catch((error: unknown) => {
    context.log.error({ err: error }, "no copy of the database could be written");
  });

/** A process that no other one replaces: the signal for it must not end it in the middle of what it does. */
function ignoreReloadWhenSingle(): void {
  if (processRole() === "only" && isInTerminal()) return;
  onReloadSignal(() => {
    // Each of several hears of a terminal that is closed; the one that started them replaces them.
    if (processRole() === "only")
      process.stdout.write("SIGHUP: one process alone is not replaced; restart it, or set PROCESSES.\n");
  });
}

async function start(config: Config): Promise<void> {
  // Before anything takes time: until somebody names something for it, the signal ends a process.
  ignoreReloadWhenSingle();
  if (config.databaseUrl === null || config.demoData) prepareDataDir(config.dataDir);
  const { createApp } = await import("./app.ts");
  const product = await createApp(config, {
    pages: isDevelopment() ? "development" : "production",
    extend: (made) => addSimulatorsIfEnabled(config, made),
    print: (line) => void process.stdout.write(`${line}\n`),
  });
  let isStopping = false;
  onStopSignal(async () => {
    isStopping = true;
    // A proxy keeps connections open and may be sending on any of them; at a person's own machine nobody waits.
    if (config.trustProxy !== null || processRole() !== "only") await product.drain();
    await product.app.close();
  });
  onBackupSignal(() => copyDatabase(config, product));
  onRetire(() => product.drain().then(() => product.app.close()));
  // Listening first: a taken port must not cost a filled database.
  await product.app.listen({ port: config.port, host: config.host });
  if (processRole() !== "further") {
    await fillDemoData(config, product).catch((error: unknown) => {
      // Its database went away under it: the process ends once all is closed.
      if (isStopping) return new Promise<never>(() => undefined);
      throw error;
    });
    printAddresses(config, product.context.origin(), product.databaseKind);
  }
  notifyReady();
  void product.modules.location.prepare();
}

/** Several processes on one port: this one only starts, replaces and ends them. */
async function startWorkers(count: number): Promise<void> {
  const { ClusterSupervisor } = await import("./lifecycle/cluster-supervisor.ts");
  const processes = new ClusterSupervisor(count, (line) => void process.stdout.write(`${line}\n`));
  onStopSignal(() => processes.stop());
  onReloadSignal(() => processes.replaceAll());
  onBackupSignal(() => {
    process.stdout.write("SIGUSR2: PostgreSQL is copied by pg_dump (deploy/backup.sh).\n");
  });
  // Why it ended it has said itself.
  if (!(await processes.start())) exitWithError("The first server process did not start.");
}

limitMallocArenas();
// Compiled code, types taken out, is kept beside the packages: the next start is faster and the
// process some 50 MB smaller. Everything but the settings is therefore imported after this line.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/compile", import.meta.url)));
suppressRuntimeWarning();
chooseReactBuild();
let config: Config | null = null;
try {
  config = readConfig();
  await (config.processes > 1 && processRole() === "only" ? startWorkers(config.processes) : start(config));
} catch (error) {
  const line = describeStartError(error, config);
  if (line === null) throw error;
  exitWithError(line);
}
