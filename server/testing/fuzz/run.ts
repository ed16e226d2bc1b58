import { crc32 } from "node:zlib";
import fc from "fast-check";
import { contractCalls } from "../contract-calls.ts";
import { findResponseFaults } from "./response-checks.ts";
import { routeRequests, callRequests, nonContractRoutes, type FuzzRequest } from "./requests.ts";
import type { FuzzTarget } from "./target.ts";

export type FuzzReport = {
  readonly sent: number;
  /** Number of answers of each call by status. */
  readonly statuses: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Each kind of fault once, with the first request that caused it. */
  readonly faults: readonly string[];
  /** Requests that were sent again after no answer or a slow one, with the first result. */
  readonly resent: readonly string[];
  readonly slowest: { readonly ms: number; readonly name: string };
};

const AT_ONCE = 4;
const shown = ({ method, url, headers, body, sender }: FuzzRequest): string =>
  `${sender}: ${method} ${url.slice(0, 400)} ${JSON.stringify(headers).slice(0, 400)} ${String(body).slice(0, 400)}`;

/**
 * Sends generated requests of every call of the contract, and of other routes.
 * @param each requests of each, three times as many if a captcha is required
 * @param seed the same seed generates the same requests
 * @param slowMs duration that counts as hanging
 */
export async function runFuzz(
  world: FuzzTarget,
  each: number,
  seed: number,
  slowMs: number,
): Promise<FuzzReport> {
  const statuses = new Map<string, Map<number, number>>();
  const faults = new Map<string, string>();
  const resent: string[] = [];
  let slowest = { ms: 0, name: "" };
  let sent = 0;
  const fire = async (shot: FuzzRequest): Promise<void> => {
    sent++;
    const send = () => world.send(shot).catch((error: unknown) => String(error));
    let landed = await send();
    // Sends again: a request that hangs does so twice, one that waited for the machine does not.
    if (typeof landed === "string" || landed.ms > slowMs) {
      resent.push(`${typeof landed === "string" ? landed : `${landed.ms.toFixed(0)} ms`} ${shown(shot)}`);
      landed = await send();
    }
    const wrong = typeof landed === "string" ? [landed] : findResponseFaults(shot, landed, slowMs);
    for (const what of wrong) {
      const kind = `${shot.name} ${what.replace(/\d+ ms/, "long")}`;
      if (!faults.has(kind)) faults.set(kind, `${shot.name} ${what}\n  ${shown(shot)}`);
    }
    if (typeof landed === "string") return;
    if (landed.ms > slowest.ms) slowest = { ms: landed.ms, name: shot.name };
    const counts = statuses.get(shot.name) ?? new Map<number, number>();
    statuses.set(shot.name, counts.set(landed.status, (counts.get(landed.status) ?? 0) + 1));
  };
  const calls = await contractCalls();
  const there = nonContractRoutes.filter(({ isPage }) => world.hasPages || !isPage);
  const all = [
    ...calls.map((call) => ({
      name: call.name,
      shots: callRequests(call, world.known),
      // A request that also needs a captcha pass is seldom valid.
      numRuns: call.captcha ? 3 * each : each,
    })),
    ...there.map((way) => ({ name: way.path, shots: routeRequests(way, world.known), numRuns: each })),
  ];
  for (const { name, shots: arbitrary, numRuns } of all) {
    // Seeds by name, so that a new call does not change the requests of the others.
    const shots = fc.sample(arbitrary, { numRuns, seed: seed + crc32(name) });
    for (let from = 0; from < shots.length; from += AT_ONCE)
      await Promise.all(shots.slice(from, from + AT_ONCE).map(fire));
  }
  return { sent, statuses, faults: [...faults.values()], resent, slowest };
}
