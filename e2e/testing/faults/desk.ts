import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { DeskStep } from "../../../server/testing/mall/shop-desk.ts";

type Child = ChildProcessByStdio<Writable, Readable, null>;
type Waiting = { resolve(outcome: string): void; reject(error: Error): void };

/** Operators' process, which is killed and started again. */
export class Desk {
  readonly #url: string;
  #child: Child;
  #waiting = new Map<number, Waiting>();
  #asked = 0;
  constructor(url: string) {
    this.#url = url;
    this.#child = this.#start();
  }
  #start(): Child {
    const file = fileURLToPath(new URL("desk-process.ts", import.meta.url));
    const child = spawn(process.execPath, [file], {
      env: { ...process.env, DATABASE_URL: this.#url },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const waiting = new Map<number, Waiting>();
    this.#waiting = waiting;
    createInterface({ input: child.stdout }).on("line", (line) => {
      const { id, outcome, error } = JSON.parse(line) as { id: number; outcome?: string; error?: string };
      const asked = waiting.get(id);
      waiting.delete(id);
      if (outcome === undefined) asked?.reject(new Error(error));
      else asked?.resolve(outcome);
    });
    child.stdin.on("error", () => {});
    child.on("close", () => {
      for (const { reject } of waiting.values()) reject(new Error("the desk has ended"));
      waiting.clear();
    });
    return child;
  }
  /** @throws Error if the process ends meanwhile */
  ask(step: DeskStep): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) {
        reject(new Error("the desk has ended"));
        return;
      }
      const id = ++this.#asked;
      this.#waiting.set(id, { resolve, reject });
      this.#child.stdin.write(`${JSON.stringify({ id, step })}\n`);
    });
  }
  async #end(): Promise<void> {
    const closed = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await closed;
  }
  /** Kills it (SIGKILL), and starts it again. */
  async kill(): Promise<void> {
    await this.#end();
    this.#child = this.#start();
  }
  stop(): Promise<void> {
    return this.#end();
  }
}
