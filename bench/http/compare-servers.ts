// Compares the rate of two targets in alternating rounds; one is often a bare Node server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../server/testing/database/postgres-cluster.ts";
import { cpuSecondsOf } from "../measure/cpu-time.ts";
import { compareToMinimum, median } from "../measure/statistics.ts";
import { flood } from "../signup/crowd.ts";

export const ROUNDS = Number(process.env["ROUNDS"] ?? 7);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A GET request as sent over the wire. @param headers lines that end with CRLF */
export const getOf = (path: string, headers = ""): Buffer =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`);
export const repeatRequest = (bytes: Buffer, times: number): Buffer[] =>
  Array.from({ length: times }, () => bytes);

type Measured = {
  readonly rate: number;
  /** CPU time of the server, µs per request. */ readonly cpu: number;
};
/** Sends all requests over 64 connections. @throws Error after an answer that is neither 200 nor 633 */
export async function flooded(pid: number, origin: string, requests: readonly Buffer[]): Promise<Measured> {
  const before = cpuSecondsOf(pid);
  const { seconds, statuses } = await flood(origin, requests, 64);
  const wrong = [...statuses.keys()].filter((status) => status !== 633 && status !== 200);
  if (wrong.length > 0) throw new Error(`answered ${wrong.join(", ")}`);
  return { rate: requests.length / seconds, cpu: ((cpuSecondsOf(pid) - before) * 1e6) / requests.length };
}

export type Measurement = () => Promise<Measured>;
/** Measures two targets in alternating rounds, and prints the median ratio of their rates. */
export async function compare(
  name: string,
  [one, other]: readonly [Measurement, Measurement],
  min: number,
): Promise<void> {
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const base = await other();
    const ours = await one();
    ratios.push(ours.rate / base.rate);
    const shown = ({ rate, cpu }: Measured) => `${rate.toFixed(0)}/s (${cpu.toFixed(0)} µs)`;
    say(`     round ${round}: ${shown(ours)} baseline ${shown(base)}`);
  }
  say(compareToMinimum(name, median(ratios), min, "×"));
}

export type BareServer = { readonly origin: string; readonly pid: number; stop(): void };
/** Starts a bare Node server that sends these bytes. */
export async function startBareServer(bytes: Buffer): Promise<BareServer> {
  const folder = mkdtempSync(join(tmpdir(), "marque-bench-"));
  const [port, file] = [await freePort(), join(folder, "body")];
  writeFileSync(file, bytes);
  const child = spawn(process.execPath, ["bench/http/bare-server.ts", String(port), file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop() {
      child.kill();
      rmSync(folder, { recursive: true });
    },
  };
}
