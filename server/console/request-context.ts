import type { FastifyRequest } from "fastify";
import { consoleHeader, consoleHeaderValues } from "#contract/console/headers.ts";
import type { OperatorCall } from "#contract/console/operator-call.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../core/app-context.ts";
import { FairQueue } from "../core/fair-queue.ts";
import { bodyHash } from "../core/secrets.ts";
import { countRecentInputs, countWaitingInputs } from "../database/batching/batch-writer.ts";
import { requireOperator, type OperatorCaller } from "../http/console/operator.ts";
import type { OperatorRequestContext } from "../http/console/operator-router.ts";
import { createNetworkCheck } from "../http/console/network-check.ts";
import { limitedNetwork } from "../http/network/limited-network.ts";
import { MAX_WORK_WAIT } from "../http/rate-limit/work-quota-rules.ts";
import { isOutage } from "../database/connection/outage.ts";
import { consoleMessages } from "./messages.ts";
import type { operatorRequestStore } from "./request-store.ts";
import { createLoopLoad, createRushGate } from "./rush-gate.ts";

/**
 * Calls at once, each of which holds one database connection, and calls that may wait. Shoppers need the other connections of
 * a process that serves both.
 */
export const consoleQueue = { all: 2, console: 8, public: 1, waiting: 300 } as const;
/** Sign-ups and other inputs of shoppers that may wait before calls of the console are refused. */
const MAX_WAITING_INPUTS = 50;
/** Inputs of shoppers in the last one to two seconds from which on they are a rush (requirement CO06). */
const RUSH_INPUTS = 200;

/** Time after which a write without a result has failed, ms. */
const LONGEST_WRITE = 30_000;

/** Refuses a call that another site's page may have caused: only pages of our own origin send the header. */
function createOriginCheck({ origin, config }: Pick<AppContext, "origin" | "config">) {
  const isOwn = (request: FastifyRequest): boolean => {
    const given = request.headers.origin;
    if (given === undefined) return false;
    // A developer's machine has several names.
    return given === origin() || (!config.isProduction && given === `${request.protocol}://${request.host}`);
  };
  const values = new Set<unknown>(consoleHeaderValues);
  return (request: FastifyRequest): void => {
    if (!values.has(request.headers[consoleHeader.toLowerCase()]) || !isOwn(request))
      throw new Refusal("forbidden");
  };
}

/** Creates the function that runs a write once for its idempotency key. */
const createRunOnce =
  (
    { clock }: Pick<AppContext, "clock">,
    requests: ReturnType<typeof operatorRequestStore>,
  ): OperatorRequestContext["runOnce"] =>
  async (call: OperatorCall, args: unknown, caller: OperatorCaller, work) => {
    const { idempotencyKey: key } = caller;
    if (key === null) return work();
    const { operatorId } = requireOperator(caller);
    const hash = bodyHash({ call: call.name, args });
    const before = await requests.begin(operatorId, key, hash, clock.now());
    if (before !== null) {
      if (before.body_hash !== hash) throw new Refusal("conflict");
      if (before.request_result !== null) return JSON.parse(before.request_result) as unknown;
      const isRunning = clock.now() - before.created_time.getTime() < LONGEST_WRITE;
      if (isRunning) throw new Refusal("busy", { retryAfterSeconds: 1 });
      throw new Refusal("conflict", { message: consoleMessages.outcomeUnknown });
    }
    try {
      const result = await work();
      await requests.finish(operatorId, key, JSON.stringify(result));
      return result;
    } catch (error) {
      // After an outage the write may have been committed.
      if (!isOutage(error)) await requests.release(operatorId, key);
      throw error;
    }
  };

/** Creates the steps before a handler of the console. */
export function createOperatorRequestContext(
  context: AppContext,
  requests: ReturnType<typeof operatorRequestStore>,
  authenticate: OperatorRequestContext["authenticate"],
): OperatorRequestContext {
  const { config, workQuota } = context;
  const concurrent = consoleQueue[config.serve];
  const queue = new FairQueue({ concurrent, waiting: consoleQueue.waiting, maxWait: MAX_WORK_WAIT });
  const isReachable = createNetworkCheck(config);
  const isLoopFull = createLoopLoad();
  const rushGate = createRushGate(
    () =>
      config.serve === "all" &&
      // The embedded database uses the event loop for the console's own reads.
      (countRecentInputs() >= RUSH_INPUTS || (context.databaseKind === "postgres" && isLoopFull())),
  );
  return {
    checkNetwork(request) {
      if (!isReachable(request.ip)) throw new Refusal("notFound");
      const retryAfterSeconds = workQuota.take("lookup", request.ip);
      if (retryAfterSeconds > 0) throw new Refusal("tooMany", { retryAfterSeconds });
    },
    checkOrigin: createOriginCheck(context),
    authenticate,
    schedule(request, work) {
      // Operators try again; shoppers in a rush lose their seat.
      if (config.serve === "all" && countWaitingInputs() > MAX_WAITING_INPUTS)
        return Promise.reject(new Refusal("busy", { retryAfterSeconds: 2 }));
      return queue.run(limitedNetwork(request.ip, config), () => rushGate.run(work));
    },
    runOnce: createRunOnce(context, requests),
    now: () => context.clock.now(),
  };
}
