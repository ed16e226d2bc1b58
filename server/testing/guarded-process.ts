import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

/**
 * A shell around the program that holds a pipe to this process. When the pipe closes (`stop`, or this process
 * was killed), it signals the program, waits for it, and runs the clean-up. Thus nothing stays behind,
 * however the tests end.
 */
const GUARD = `
signal=$1; after=$2; shift 2
"$@" </dev/null 3<&- 4>&- & program=$!
echo $program >&4; exec 4>&-
( cat >/dev/null <&3; kill -s "$signal" $program 2>/dev/null ) & watcher=$!
wait $program; status=$?
while kill -0 $program 2>/dev/null; do wait $program; status=$?; done
kill $watcher 2>/dev/null
eval "$after"
exit $status`;

export type GuardedProcess = {
  /** The shell, with the program's output. */
  readonly child: ChildProcess;
  /** Process id of the program. */
  readonly pid: Promise<number>;
  /** Sends the signal. @returns the exit status, after the program and its clean-up have ended */
  stop(): Promise<number | null>;
};
export type GuardOptions = Pick<SpawnOptions, "cwd" | "env" | "uid" | "gid"> & {
  /** Signal that ends it; default "TERM". */
  readonly signal?: "TERM" | "INT";
  /** Shell commands that run at the very end, for example removing a folder. */
  readonly after?: string;
};

/** Starts a program that ends with this process. Its output is on `child.stdout` and `child.stderr`. */
export function startGuarded(
  file: string,
  args: readonly string[],
  options: GuardOptions = {},
): GuardedProcess {
  const { signal = "TERM", after = ":", ...rest } = options;
  const child = spawn("/bin/sh", ["-c", GUARD, "guard", signal, after, file, ...args], {
    ...rest,
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
  });
  const ended = once(child, "close").then(() => child.exitCode);
  const pid = once(child.stdio[4] as Readable, "data").then(([text]: Buffer[]) => Number(text?.toString()));
  return {
    child,
    pid,
    stop() {
      child.stdio[3]?.destroy();
      return ended;
    },
  };
}
