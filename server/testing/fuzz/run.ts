import { crc32 } from "node:zlib";
import fc from "fast-check";
import { contractCalls } from "../contract-calls.ts";
import { findResponseFaults } from "./response-checks.ts";
import { nonContractRoutes } from "./non-contract-routes.ts";
import { routeRequests, callRequests, type FuzzRequest } from "./requests.ts";
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

const CONCURRENCY = 4;
const describeRequest = ({ method, url, headers, body, sender }: FuzzRequest): string =>
  `${sender}: ${method} ${url.slice(0, 400)} ${JSON.stringify(headers).slice(0, 400)} ${String(body).slice(0, 400)}`;

/**
 * Sends generated requests of every call of the contract, and of other routes.
 * @param each requests of each, three times as many if a captcha is required
 * @param seed the same seed generates the same requests
 * @param slowMs duration that counts as hanging
 */
export async function runFuzz(
  target: FuzzTarget,
  each: number,
  seed: number,
  slowMs: number,
): Promise<FuzzReport> {
  const statuses = new Map<string, Map<number, number>>();
  const faults = new Map<string, string>();
  const resent: string[] = [];
  let slowest = { ms: 0, name: "" };
  let sent = 0;
  const sendOne = async (request: FuzzRequest): Promise<void> => {
    sent++;
    const send = () => target.send(request).catch((error: unknown) => String(error));
    let response = await send();
    // Sends again: a request that hangs does so twice, one that waited for the machine does not.
    if (typeof response === "string" || response.ms > slowMs) {
      resent.push(
        `${typeof response === "string" ? response : `${response.ms.toFixed(0)} ms`} ${describeRequest(request)}`,
      );
      response = await send();
    }
    const problems =
      typeof response === "string" ? [response] : findResponseFaults(request, response, slowMs);
    for (const problem of problems) {
      const kind = `${request.name} ${problem.replace(/\d+ ms/, "long")}`;
      if (!faults.has(kind)) faults.set(kind, `${request.name} ${problem}\n  ${describeRequest(request)}`);
    }
    if (typeof response === "string") return;
    if (response.ms > slowest.ms) slowest = { ms: response.ms, name: request.name };
    const counts = statuses.get(request.name) ?? new Map<number, number>();
    statuses.set(request.name, counts.set(response.status, (counts.get(response.status) ?? 0) + 1));
  };
  const calls = await contractCalls();
  const routes = nonContractRoutes.filter(({ isPage }) => target.hasPages || !isPage);
  const all = [
    ...calls.map((call) => ({
      name: call.name,
      requests: callRequests(call, target.known),
      // A request that also needs a captcha pass is seldom valid.
      numRuns: call.captcha ? 3 * each : each,
    })),
    ...routes.map((route) => ({
      name: route.path,
      requests: routeRequests(route, target.known),
      numRuns: each,
    })),
  ];
  for (const { name, requests: arbitrary, numRuns } of all) {
    // Seeds by name, so that a new call does not change the requests of the others.
    const requests = fc.sample(arbitrary, { numRuns, seed: seed + crc32(name) });
    for (let from = 0; from < requests.length; from += CONCURRENCY)
      await Promise.all(requests.slice(from, from + CONCURRENCY).map(sendOne));
  }
  return { sent, statuses, faults: [...faults.values()], resent, slowest };
}
