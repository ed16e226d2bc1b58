import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout, with "/" at its end. */
export const projectRoot = fileURLToPath(new URL("../..", import.meta.url));
const bin = `${projectRoot}node_modules/.bin`;

export type ToolOptions = {
  readonly env?: Readonly<Record<string, string>>;
  /** false: output is only printed if the tool fails; "at the end": not mixed with concurrent output. */
  readonly isShown: boolean | "at the end";
  /** Runs at a lower priority than concurrent processes. */
  readonly isLowPriority?: boolean;
};

/**
 * Runs an installed tool in the checkout, on the installed Node (regardless of PATH), without colours.
 * @returns whether it succeeded
 */
export function runTool(
  name: string,
  args: readonly string[],
  { env, isShown, isLowPriority = false }: ToolOptions,
): Promise<boolean> {
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`,
    NO_COLOR: "1",
    ...env,
  };
  delete environment["FORCE_COLOR"];
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const output = isShown === true ? "inherit" : "pipe";
  const child = spawn(`${bin}/${name}`, args, {
    cwd: projectRoot,
    env: environment,
    stdio: ["ignore", output, output],
  });
  if (isLowPriority && child.pid !== undefined)
    setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.once("error", (error) => {
    process.stderr.write(`${name}: ${error.message}\n`);
    resolve(false);
  });
  child.once("close", (status) => {
    if (status !== 0 || isShown === "at the end") process.stdout.write(Buffer.concat(chunks));
    resolve(status === 0);
  });
  return promise;
}
