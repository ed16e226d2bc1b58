import { accessSync, constants, mkdirSync } from "node:fs";
import { configOf, stop, type Config } from "./settings.ts";

export { SettingError, type Config, type ForeignProvider } from "./settings.ts";

/** The settings of this process. @throws SettingError one line naming the variable that is wrong */
export const readConfig = (environment: Readonly<Record<string, string | undefined>> = process.env): Config =>
  configOf(environment);

/** Makes the data directory, or stops with one line where it cannot be written. */
export function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch {
    stop("DATA_DIR", `${dataDir} cannot be written`);
  }
}

/** Whether the process was started for development (hot reload). */
export const isDevelopment = (): boolean => process.argv.includes("--dev");
/** React must be imported in its production build (0.66 against 1.61 ms a render). */
export function chooseReactBuild(): void {
  process.env["NODE_ENV"] ??= isDevelopment() ? "development" : "production";
}
/** Ends the process with one line on standard error. */
export function exitWith(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
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
