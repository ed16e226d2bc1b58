import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { LIVE_FIGURES_PATH, showLiveFigures, type LiveFigures } from "#contract/console/figure-live.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import { runPeriodically } from "../../core/run-periodically.ts";
import { hasRight, type Operator } from "../../http/console/operator.ts";
import type { OperatorRequestContext, OperatorRouter } from "../../http/console/operator-router.ts";
import { limitedNetwork } from "../../http/network/limited-network.ts";
import { sendRefusal } from "../../http/pipeline/envelope.ts";
import {
  isGone,
  openEventStream,
  StreamPlaces,
  trackStreamClients,
} from "../../http/pipeline/event-stream.ts";
import { areaScopesOf } from "../console/access.ts";
import type { LiveNumbers } from "./numbers.ts";

/** Interval of reading the numbers, and of judging the sessions, ms. */
const POLL_INTERVAL = 2_000;
/** Interval of the comment line that keeps proxies from closing a silent connection, ms. */
const HEARTBEAT_INTERVAL = 15_000;
/** Delay after which a disconnected page opens the stream again, ms. */
const RETRY = 3_000;
/** Lifetime of a stream, ms. */
const MAX_LIFETIME = 10 * 60_000;

type Watcher = {
  readonly out: ServerResponse;
  readonly request: FastifyRequest;
  /** The numbers that were sent last, without their moment. */
  sent: string;
  /** ms by the server's clock */
  readonly until: number;
};
const mayRead = (operator: Operator | null): operator is Operator =>
  operator !== null && hasRight(operator, "figure.read", "counts");

function sendNumbers(watcher: Watcher, numbers: LiveFigures): void {
  const { asOf: _moment, ...values } = numbers;
  const text = JSON.stringify(values);
  if (text === watcher.sent) return;
  watcher.sent = text;
  watcher.out.write(`event: figures\ndata: ${JSON.stringify(numbers)}\n\n`);
}

/** Ends a stream. */
type End = (watcher: Watcher, last?: string) => void;
/** Judges the session again, whose end or changed grants hold at once, and sends numbers that changed. */
const createUpdate =
  (context: AppContext, requests: OperatorRequestContext, readNumbers: LiveNumbers, end: End) =>
  async (watcher: Watcher): Promise<void> => {
    if (context.clock.now() >= watcher.until) return end(watcher);
    const operator = await requests.authenticate(watcher.request);
    if (!mayRead(operator)) return end(watcher, "event: end\ndata: {}\n\n");
    sendNumbers(watcher, await readNumbers(areaScopesOf(operator)));
  };

/** The streams of this process, which are updated and kept open periodically. */
function createWatchers(
  context: AppContext,
  app: FastifyInstance,
  requests: OperatorRequestContext,
  readNumbers: LiveNumbers,
) {
  const { watchers, add } = trackStreamClients<Watcher>(app);
  const update = createUpdate(context, requests, readNumbers, (watcher, last = "") => {
    watchers.delete(watcher);
    watcher.out.end(last);
  });
  /** Takes one of the console's few places, and leaves out a turn while shoppers need the database. */
  async function updateInTurn(watcher: Watcher): Promise<void> {
    if (isGone(watcher.out)) return;
    try {
      await requests.schedule(watcher.request, () => update(watcher));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  async function updateAll(): Promise<void> {
    for (const watcher of watchers) await updateInTurn(watcher);
  }
  function sendHeartbeat(): Promise<void> {
    for (const { out } of watchers) out.write(": \n\n");
    return Promise.resolve();
  }
  const tasks = [
    runPeriodically(POLL_INTERVAL, updateAll, context.log),
    runPeriodically(HEARTBEAT_INTERVAL, sendHeartbeat, context.log),
  ];
  return {
    add,
    updateInTurn,
    stop: () => {
      for (const task of tasks) task.stop();
    },
  };
}

/** Refuses requests of other sites' pages: browsers say where a request comes from. @throws Refusal "forbidden" */
function checkSite(request: FastifyRequest): void {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw new Refusal("forbidden");
}

/** Mounts the stream of today's numbers (requirement CO85). */
function mountStream(
  context: AppContext,
  app: FastifyInstance,
  requests: OperatorRequestContext,
  readNumbers: LiveNumbers,
): { stop(): void } {
  const { add, updateInTurn, stop } = createWatchers(context, app, requests, readNumbers);
  const places = new StreamPlaces();
  async function open(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    requests.checkNetwork(request);
    checkSite(request);
    if (!places.take(limitedNetwork(request.ip, context.config), reply.raw)) throw new Refusal("tooMany");
    const operator = await requests.authenticate(request);
    if (operator === null) throw new Refusal("unauthenticated");
    if (!mayRead(operator)) throw new Refusal("forbidden");
    if (isGone(reply.raw)) return reply.hijack();
    const until = context.clock.now() + MAX_LIFETIME;
    const watcher = { out: openEventStream(reply, RETRY), request, sent: "", until };
    add(watcher);
    await updateInTurn(watcher);
    return reply;
  }
  app.get(LIVE_FIGURES_PATH, { config: { countedAs: "lookup" } }, async (request, reply) => {
    try {
      return await open(request, reply);
    } catch (error) {
      // Once the stream is open, its numbers come with the next turn.
      if (reply.sent) return reply;
      if (error instanceof Refusal) return sendRefusal(reply, error);
      throw error;
    }
  });
  return { stop };
}

/** Registers the live numbers: the stream, and the call that is polled without it. */
export function registerLiveFigures(
  context: AppContext,
  calls: OperatorRouter,
  readNumbers: LiveNumbers,
): { close(): void } {
  calls.on(showLiveFigures, (_args, { operator }) => {
    if (operator === null) throw new Refusal("unauthenticated");
    return readNumbers(areaScopesOf(operator));
  });
  let mounted: { stop(): void } | null = null;
  calls.onMount((app, requests) => {
    mounted = mountStream(context, app, requests, readNumbers);
  });
  return { close: () => mounted?.stop() };
}
