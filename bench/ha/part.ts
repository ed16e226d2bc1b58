// A program of the cluster that is killed, frozen and started again.
import { createWriteStream } from "node:fs";
import { familyOf, signal } from "../../server/testing/database/postgres-cluster.ts";
import {
  startGuarded,
  type GuardedProcess,
  type GuardOptions,
} from "../../server/testing/guarded-process.ts";

export type PartCommand = {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: GuardOptions;
  /** File to which its output is appended. */
  readonly log: string;
};

/** A program with the processes that it has started. */
export class Part {
  readonly name: string;
  readonly #command: PartCommand;
  readonly #extra: () => readonly number[];
  #running: GuardedProcess | null = null;
  #frozen: readonly number[] = [];
  /** @param extra process ids of further programs that belong to it, for example PostgreSQL's of a Patroni */
  constructor(name: string, command: PartCommand, extra: () => readonly number[] = () => []) {
    this.name = name;
    this.#command = command;
    this.#extra = extra;
  }
  start(): void {
    const { file, args, options, log } = this.#command;
    const running = startGuarded(file, args, options);
    const out = createWriteStream(log, { flags: "a" });
    for (const stream of [running.child.stdout, running.child.stderr]) stream?.pipe(out, { end: false });
    running.child.once("close", () => out.end());
    this.#running = running;
  }
  async #pids(): Promise<number[]> {
    const pid = await this.#running?.pid;
    return [...(pid === undefined ? [] : familyOf(pid)), ...this.#extra()];
  }
  /** Sends SIGKILL to all of it; `start` starts it again. */
  async kill(): Promise<void> {
    signal(await this.#pids(), "SIGKILL");
    await this.#running?.stop();
    this.#running = null;
  }
  async freeze(): Promise<void> {
    this.#frozen = await this.#pids();
    signal(this.#frozen, "SIGSTOP");
  }
  thaw(): void {
    signal(this.#frozen, "SIGCONT");
    this.#frozen = [];
  }
  /** Starts it if it was killed. */
  ensureRunning(): void {
    if (this.#running === null) this.start();
  }
  async stop(): Promise<void> {
    this.thaw();
    await this.#running?.stop();
    this.#running = null;
  }
}
