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

/** Hides the warning of oidc-provider that Node 26 is no LTS release; our tests run on it. */
function suppressRuntimeWarning(): void {
  const warn = console.warn;
  console.warn = (...args: unknown[]) => {
    if (!String(args[0]).includes("oidc-provider WARNING: Unsupported runtime")) warn(...args);
  };
}

/** Adds the simulators. They and the demo data are not part of the product, so only this file imports them. */
async function addSimulatorsIfEnabled(config: Config, product: Product): Promise<void> {
  if (!config.simulators) return;
  const { addSimulators } = await import("../simulator/index.ts");
  addSimulators(product);
}
const oneByOne =
  <R>(add: (row: R) => Promise<unknown>) =>
  async (rows: readonly R[]): Promise<void> => {
    for (const row of rows) await add(row);
  };

/** Fills an empty database with demo data. */
async function fillDemoData(
  config: Config,
  { modules, context, console: operatorConsole }: Product,
): Promise<void> {
  // Exists while the database is being filled, so that the next start continues if the process ends meanwhile.
  const markerFile = join(config.dataDir, "demo-filling");
  if (!config.demoData || !((await modules.activities.isEmpty()) || existsSync(markerFile))) return;
  writeFileSync(markerFile, "");
  process.stdout.write("Filling the empty database with demo data …\n");
  const { fillDemo } = await import("../demo/index.ts");
  const { activities, dealers } = await fillDemo(
    {
      isEmpty: () => modules.activities.isEmpty(),
      putPicture: (name, bytes) => modules.pictures.put(bytes, name),
      addOrganisations: (rows) => modules.organisations.add(rows),
      addSeries: (rows) => modules.activities.addSeries(rows),
      addActivities: (rows) => modules.activities.addActivities(rows),
      addBenefits: (rows) => modules.benefits.add(rows),
      addKocPrograms: (rows) => modules.kocs.add(rows),
      addKocApplications: (rows) => modules.kocs.addApplications(rows),
      addOwnerApplications: (rows) => modules.owners.seed(rows),
      addHandouts: (handouts, operatorId) => modules.handOut(handouts, operatorId),
      addMall: (mall) => modules.mall.seed(mall),
      addBanners: (rows) => modules.activities.addBanners(rows),
      // Ignores errors, because an interrupted run may have added some accounts already.
      addPeople: async (rows) => {
        const added = await Promise.allSettled(rows.map((row) => modules.identity.addAccount(row)));
        // The club needs the users before their first login.
        for (const [index, { mobile, nickname }] of rows.entries()) {
          const account = added[index];
          if (account?.status === "fulfilled")
            await modules.sessions.upsertProviderPerson({ idpId: account.value.accountId, mobile, nickname });
        }
        for (const { mobile, owner, seriesCodes } of rows)
          await modules.sessions.setOwner(mobile, owner, seriesCodes);
        const members = rows.flatMap(({ mobile, vipLevel: level }) =>
          level ? [{ mobile, vip: true, level }] : [],
        );
        await modules.maker.reportVip(members, {
          by: { kind: "system", id: null, host: "server" },
          request: null,
        });
      },
      addOperators: (rows) => operatorConsole.operators.seedAll(rows),
      addOrders: (orders, bills) => modules.payments.seedShop(modules.orders.seed, orders, bills),
      addClub: (club) => modules.club.add(club).then(() => modules.club.updateSearchKeys()),
      addGuests: (rows) => modules.sessions.seed(rows),
      addSignUps: (signUps, waiting) => modules.signUps.seed(signUps, waiting),
      addLeads: (activityId, rows) => modules.leads.seed(activityId, rows),
      addContests: (rows) => modules.contests.add(rows),
      addEntries: (rows, period) => modules.contests.addEntries(rows, period),
      addProcesses: oneByOne((row) => modules.flow.publish(row)),
      addFields: oneByOne((row) => modules.flow.setField(row)),
    },
    context.clock.now(),
  );
  rmSync(markerFile, { force: true });
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
      [`${origin}/lab/sale`, "the sale room: a sign-up opening, live, second by second (simulator)"],
      [`${origin}/lab/console`, "the operator console, as each of its roles (simulator)"],
      [`${origin}/lab/check-in`, "links for dealer staff who check guests in (simulator)"],
      [`${origin}/lab/leads`, "links for dealer staff who call leads (simulator)"],
      [`${origin}/lab/compose`, "links for composers of campaign pages (simulator)"],
      [`${origin}/lab/complaints`, "links for operators who handle club complaints (simulator)"],
      [`${origin}/sim/sms?mobile=13800138000`, "the last SMS code sent to a number (simulator)"],
    );
  const width = Math.max(...lines.map(([url]) => url.length));
  const database = kind === "pglite" ? `embedded PGlite in ${config.dataDir}` : "PostgreSQL";
  process.stdout.write(`\n${config.brand.name} · ${config.environment} · ${database}\n\n`);
  for (const [url, description] of lines) process.stdout.write(`  ${url.padEnd(width)}  ${description}\n`);
  process.stdout.write("\nPress Ctrl-C to stop.\n");
}

/** Describes an error that the operator can fix in one line; null: an unexpected error, which keeps its stack. */
function describeStartError(error: unknown, config: Config | null): string | null {
  if (error instanceof SettingError) return `Setting ${error.message}`;
  const code = (error as { code?: string }).code;
  if (config && code === "EADDRINUSE")
    return `Port ${config.port} on ${config.host} is already in use: stop the other process, or set PORT to another port`;
  if (config && code === "EACCES")
    return `Port ${config.port} on ${config.host} needs root privileges: set PORT to a port above 1023`;
  if (config && ["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"].includes(code ?? ""))
    return `HOST ${config.host} is not an address of this machine`;
  return null;
}

/** Writes the copy of the embedded database that deploy/backup.sh archives. */
const copyDatabase = ({ dataDir }: Config, { backUpDatabase, context }: Product): Promise<void> =>
  backUpDatabase(`${dataDir}/backup/pglite.tar.gz`).catch((error: unknown) => {
    context.log.error({ err: error }, "database copy failed");
  });

/** Keeps SIGHUP from ending a single process, which has no other process that could replace it. */
function ignoreReloadWhenSingle(): void {
  if (processRole() === "only" && isInTerminal()) return;
  onReloadSignal(() => {
    // Worker processes get the signal too when a terminal closes; the supervisor restarts them.
    if (processRole() === "only")
      process.stdout.write(
        "SIGHUP ignored: a single process has no rolling restart; restart it, or set PROCESSES.\n",
      );
  });
}

async function start(config: Config): Promise<void> {
  // First of all, because SIGHUP ends a process that has no handler yet.
  ignoreReloadWhenSingle();
  if (config.databaseUrl === null || config.demoData) prepareDataDir(config.dataDir);
  const { createApp } = await import("./app.ts");
  const { LISTEN_BACKLOG } = await import("./http/lifecycle/connection-timeouts.ts");
  const { joinMetricsExchange } = await import("./lifecycle/metrics-exchange.ts");
  const product = await createApp(config, {
    pages: isDevelopment() ? "development" : "production",
    exchangeMetrics: joinMetricsExchange,
    extend: (unfinished) => addSimulatorsIfEnabled(config, unfinished),
    print: (line) => void process.stdout.write(`${line}\n`),
  });
  let isStopping = false;
  onStopSignal(async () => {
    isStopping = true;
    // Only a proxy keeps connections open and may send requests on them at any moment; a developer need not wait.
    if (config.trustProxy !== null || processRole() !== "only") await product.drain();
    await product.app.close();
  });
  onBackupSignal(() => copyDatabase(config, product));
  onRetire(() => product.drain().then(() => product.app.close()));
  // Listens first, so that a port in use is reported before the database is filled.
  await product.app.listen({ port: config.port, host: config.host, backlog: LISTEN_BACKLOG });
  if (processRole() !== "further") {
    await fillDemoData(config, product).catch((error: unknown) => {
      // A failure while stopping is expected, since the database is closed; the stop handler ends the process.
      if (isStopping) return new Promise<never>(() => undefined);
      throw error;
    });
    printAddresses(config, product.context.origin(), product.databaseKind);
  }
  notifyReady();
  void product.modules.location.prepare();
}

/** Starts several worker processes on one port; this process supervises them and serves no requests. */
async function startWorkers(count: number): Promise<void> {
  const { ClusterSupervisor } = await import("./lifecycle/cluster-supervisor.ts");
  const supervisor = new ClusterSupervisor(count, (line) => void process.stdout.write(`${line}\n`));
  onStopSignal(() => supervisor.stop());
  onReloadSignal(() => supervisor.replaceAll());
  onBackupSignal(() => {
    process.stdout.write("SIGUSR2 ignored: PostgreSQL is backed up with pg_dump (deploy/backup.sh).\n");
  });
  // The worker process has printed the reason.
  if (!(await supervisor.start())) exitWithError("The first worker process did not start.");
}

limitMallocArenas();
// Caches compiled code without types in node_modules: later starts are faster and the process some 50 MB smaller.
// Everything but the settings is imported after this line for that reason.
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
