import { accessSync, constants, mkdirSync } from "node:fs";
import type { Config } from "./settings/config.ts";
import { parseConfig, rejectSetting } from "./settings/config-schema.ts";

export type { Config, ExternalIdpSettings } from "./settings/config.ts";
export type { ClickhouseSettings } from "./settings/clickhouse-settings.ts";
export type { OpenTelemetrySettings } from "./settings/open-telemetry-settings.ts";
export type { GroupGrants, StaffDirectorySettings } from "./settings/console-settings.ts";
export { SettingError } from "./settings/config-schema.ts";

/** Adds the command line argument `--processes 4` as the setting PROCESSES. */
function withCommandLineArguments(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const index = process.argv.indexOf("--processes");
  return index < 0 ? environment : { ...environment, PROCESSES: process.argv[index + 1] ?? "none" };
}
/** Reads the settings. @throws SettingError with one line that names the invalid variable */
export const readConfig = (
  environment: Readonly<Record<string, string | undefined>> = withCommandLineArguments(process.env),
): Config => {
  const config = parseConfig(environment);
  if (config.isProduction && isDevelopment())
    rejectSetting("APP_ENV", "cannot be prod with `npm run dev`: use `npm start`");
  return config;
};

/** Creates the data directory. @throws SettingError if it is not writable */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch {
    rejectSetting("DATA_DIR", `${dataDir} cannot be written`);
  }
}

/** Whether the process was started for development (hot reload). */
export const isDevelopment = (): boolean => process.argv.includes("--dev");
/** Selects the production build of React before it is imported: a page renders in 0.66 ms instead of 1.61 ms. */
export function chooseReactBuild(): void {
  process.env["NODE_ENV"] ??= isDevelopment() ? "development" : "production";
}
/**
 * Limits the fragmentation of glibc's heap by picture conversion: two arenas instead of several per
 * processor, blocks from 1 MB on (the pixels of every picture) are returned to the system when they are freed, and up to
 * 16 MB of free small blocks are kept, since returning them costs time.
 */
const MALLOC_ENVIRONMENT = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(16 * 1024 * 1024),
} as const;
/**
 * Restarts the program in the same process (execve) with these settings, because glibc reads them from the initial
 * environment only. Bounds the memory of picture conversion (bench/picture/pictures.ts).
 */
export function limitMallocArenas(): void {
  const { platform, env, execPath, execArgv, argv } = process;
  // A parent process that watches this one would lose its connection.
  const isWatched = isDevelopment() || process.send !== undefined;
  const isSet = Object.keys(MALLOC_ENVIRONMENT).every((name) => env[name] !== undefined);
  if (platform !== "linux" || isSet || isWatched) return;
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], {
    ...MALLOC_ENVIRONMENT,
    ...env,
  });
}
/** The id of this process. */
export const currentProcessId = (): number => process.pid;
/** Whether a process with this id exists, of any user. */
export function isProcessRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
/** Ends the process with a line on standard error. */
export function exitWithError(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
/**
 * The role of this process: the only one, or a worker process (server/lifecycle/cluster-supervisor.ts), of which the
 * first one migrates and fills the database and prints the addresses.
 */
export const processRole = (): "only" | "first" | "further" => {
  const role = process.env[PROCESS_ROLE_VARIABLE];
  return role === "first" || role === "further" ? role : "only";
};
/** The place of this process on its machine, from 1 on: a replacement of a worker process takes it over. */
export const processSlot = (): string => process.env[PROCESS_SLOT_VARIABLE] ?? "1";
/** Environment variable with the place of a process. */
export const PROCESS_SLOT_VARIABLE = "MARQUE_PROCESS_SLOT";
/** Environment variable with the role of a process. */
export const PROCESS_ROLE_VARIABLE = "MARQUE_PROCESS_ROLE";
/** Interval of the heartbeats that a worker process sends to its supervisor, ms. */
export const HEARTBEAT_INTERVAL = 5_000;
/** Notifies the parent process that this one serves requests; a worker process sends heartbeats from then on. */
export function notifyReady(): void {
  process.send?.(READY_MESSAGE);
  if (processRole() === "only") return;
  const sendHeartbeat = (): void => void (process.connected && process.send?.("alive"));
  setInterval(sendHeartbeat, HEARTBEAT_INTERVAL).unref();
}
/** Tells the parent process that this one serves requests. */
export const READY_MESSAGE = "ready";
/** Asks a worker process to end after another one has replaced it. */
export const RETIRE_MESSAGE = "leave";
/** Runs a function once when another process has replaced this one, then ends the process. */
export function onRetire(run: () => Promise<void>): void {
  const retire = (message: unknown): void => {
    if (message !== RETIRE_MESSAGE) return;
    process.off("message", retire);
    run().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on("message", retire);
}
/** Runs a function at each SIGHUP, which ends a process without a handler. */
export const onReloadSignal = (run: () => void | Promise<void>): void =>
  void process.on("SIGHUP", () => void run());
/** Whether the process runs in a terminal, which sends SIGHUP when it closes, and then the process should end. */
export const isInTerminal = (): boolean => process.stdout.isTTY;

/** Runs a function at each SIGUSR2, one run after another. */
export function onBackupSignal(run: () => void | Promise<void>): void {
  let running = Promise.resolve();
  process.on("SIGUSR2", () => (running = running.then(run)));
}

/** Runs a function once at the first SIGINT or SIGTERM, then ends the process. */
export function onStopSignal(run: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      run().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
}
