import { execFile } from "node:child_process";
import { dataKeySettings } from "./encryption/test-keyring.ts";
import type { TestApp } from "./app.ts";

/**
 * Time limit of tests of commands, ms; a command is a process, which a loaded machine needs seconds to start.
 */
export const COMMAND_TIMEOUT = 180_000;

/**
 * Runs an operator's command on a test's installation, as `npm run` does.
 * @param input standard input
 * @param more settings that override the installation's
 * @returns its output, or its error output if it failed
 */
export function runCommand(
  app: TestApp,
  [script, ...args]: readonly [script: string, ...args: string[]],
  input: string | Uint8Array = "",
  more: Readonly<Record<string, string>> = {},
): Promise<{ said: string; isDone: boolean }> {
  const { source } = app.database;
  const env = {
    PATH: process.env["PATH"],
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    APP_ENV: "test",
    DATABASE_URL: "url" in source ? source.url : "",
    DATA_DIR: app.context.config.dataDir,
    PUBLIC_ORIGIN: "https://m.qinglan.example",
    ...dataKeySettings,
    ...more,
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [`scripts/commands/${script}.ts`, ...args],
      { env },
      (error, out, said) => resolve({ said: (error ? said : out).trim(), isDone: !error }),
    );
    child.stdin?.end(input);
  });
}
