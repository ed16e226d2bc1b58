import { accessSync, constants, mkdirSync } from "node:fs";
import { parseConfig, rejectSetting, type Config } from "./settings/config-schema.ts";

export { SettingError, type Config, type ExternalIdpSettings } from "./settings/config-schema.ts";

/** `--processes 4` on the command line is the setting PROCESSES. */
function withCommandLineArguments(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const place = process.argv.indexOf("--processes");
  return place < 0 ? environment : { ...environment, PROCESSES: process.argv[place + 1] ?? "none" };
}
/** The settings of this process. @throws SettingError one line naming the variable that is wrong */
export const readConfig = (
  environment: Readonly<Record<string, string | undefined>> = withCommandLineArguments(process.env),
): Config => parseConfig(environment);

/** Makes the data directory, or stops with one line where it cannot be written. */
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
/** React must be imported in its production build (0.66 against 1.61 ms a render). */
export function chooseReactBuild(): void {
  process.env["NODE_ENV"] ??= isDevelopment() ? "development" : "production";
}
/**
 * glibc gives each thread memory of its own, and after the first large piece keeps pieces of that size
 * for itself, in holes that the next does not fit into. So: two such places, and each piece from 1 MB
 * on, which is every picture's pixels, goes back to the system once it is let go. Up to 16 MB of small
 * ones are kept, since giving back costs time too.
 */
const MALLOC_ENVIRONMENT = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(16 * 1024 * 1024),
} as const;
/**
 * Begins anew in the same process with memory bounded while pictures are converted (bench/picture/pictures.ts):
 * glibc can only be told so by the environment that a process begins with.
 */
export function limitMallocArenas(): void {
  const { platform, env, execPath, execArgv, argv } = process;
  // Whoever watches this process, or has started it beside others, would lose it.
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
/** Whether there is such a process, ours or anybody's. */
export function isProcessRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}
/** Ends the process with one line on standard error. */
export function exitWithError(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
/**
 * What this process is: the only one; one of several, of which the first one migrates, fills and
 * prints (server/lifecycle/cluster-supervisor.ts).
 */
export const processRole = (): "only" | "first" | "further" => {
  const role = process.env[PROCESS_ROLE_VARIABLE];
  return role === "first" || role === "further" ? role : "only";
};
/** Variable of the environment that tells a process its role. */
export const PROCESS_ROLE_VARIABLE = "MARQUE_PROCESS_ROLE";
/** How often one of several processes tells the one that started it that it does not stand still, ms. */
export const HEARTBEAT_INTERVAL = 5_000;
/** Tells the process that started this one that it takes requests, and from then on that it goes on. */
export function notifyReady(): void {
  process.send?.("ready");
  if (processRole() === "only") return;
  const tell = (): void => void (process.connected && process.send?.("alive"));
  setInterval(tell, HEARTBEAT_INTERVAL).unref();
}
/** Asks a process to go when another one has taken its place. */
export const RETIRE_MESSAGE = "leave";
/** Runs once when another process has taken this one's place; then this one ends. */
export const onRetire = (run: () => Promise<void>): void =>
  void process.once("message", () =>
    run().then(
      () => process.exit(0),
      () => process.exit(1),
    ),
  );
/** Runs at each SIGHUP, which would end a process that names nothing for it. */
export const onReloadSignal = (run: () => void | Promise<void>): void =>
  void process.on("SIGHUP", () => void run());
/** Whether a person looks on: a terminal that is closed sends SIGHUP, and nobody could end the process any more. */
export const isInTerminal = (): boolean => process.stdout.isTTY;

/** Runs at each SIGUSR2, one after another. */
export function onBackupSignal(run: () => void | Promise<void>): void {
  let running = Promise.resolve();
  process.on("SIGUSR2", () => (running = running.then(run)));
}

/** Runs once at the first SIGINT or SIGTERM. */
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
