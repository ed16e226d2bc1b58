import { randomBytes } from "node:crypto";
import * as z from "zod/mini";
import { id } from "#contract/core/fields.ts";
import { signUp } from "#contract/signup/signup.ts";
import type { Product } from "../../server/app.ts";
import { handleTestHook } from "../test-hooks.ts";
import { CrowdSimulation } from "./crowd.ts";
import { crowdPlan } from "./prepare-crowd.ts";
import { salePage } from "./html.ts";
import { createSaleEventStream } from "./event-stream.ts";
import { mergeSaleSeconds } from "./timeline.ts";
import { SaleRecorder } from "./recorder.ts";
import { saleStore, type SaleStore } from "./store.ts";

const POLICY =
  "default-src 'self'; img-src data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";
/** Seconds since the epoch; ten digits until the year 2286. */
const second = z.pipe(z.string().check(z.regex(/^\d{1,10}$/, "时间不正确")), z.transform(Number));
const span = z.object({ activityId: id, from: second, to: z.optional(second) });
const streamQuery = z.object({ activityId: id });
/** Maximum number of rows kept while the database is unavailable; the oldest are dropped. */
const MAX_UNWRITTEN = 300;
const PURGE_EVERY = 60;

/**
 * Delay to the start of the next second, ms; a timer that fired slightly early skips to the following one.
 */
function delayToNextSecond(): number {
  const wait = 1_000 - (Date.now() % 1_000);
  return wait < 200 ? wait + 1_000 : wait;
}
const SIGN_UP_PATH = signUp.paths[0];
/** Reports all sign-up attempts to the recorder, including those refused before the handler. */
function observeSignUps({ app, modules }: Product, recorder: SaleRecorder): void {
  modules.signUps.observe(recorder);
  app.addHook("onResponse", (request, reply, done) => {
    const isSignUp = request.method === "POST" && request.routeOptions.url?.endsWith(SIGN_UP_PATH) === true;
    const named = isSignUp ? String((request.params as { id?: unknown }).id) : "";
    const activityId = /^\d{1,19}$/.test(named) ? named : null;
    recorder.answered(request.id, activityId, reply.raw.statusCode, reply.elapsedTime);
    done();
  });
}

/**
 * Writes the counts once a second while the server runs. @param after is called after each write with the
 * completed second
 */
function writePeriodically(
  { app, context }: Product,
  recorder: SaleRecorder,
  store: SaleStore,
  after: (second: number) => Promise<void>,
): void {
  const mark = randomBytes(2).toString("hex");
  const nameOf = (): string => {
    const address = app.server.address();
    return `${typeof address === "object" && address !== null ? address.port : context.config.port}-${mark}`;
  };
  let unwritten: Parameters<SaleStore["add"]>[0][number][] = [];
  let rounds = 0;
  async function write(second: number): Promise<void> {
    const rows = unwritten;
    unwritten = [];
    try {
      if (rows.length > 0) await store.add(rows);
      if (rows.length > 0 && ++rounds % PURGE_EVERY === 0) await store.purge();
      await after(second);
    } catch (error) {
      context.log.warn({ err: error }, "sale room write failed");
      unwritten = [...rows, ...unwritten].slice(-MAX_UNWRITTEN);
    }
  }
  let last = 0;
  /** Returns each second once, even if the clock is adjusted. */
  function take(now: number): number {
    last = Math.max(last + 1, now);
    for (const counted of recorder.take()) unwritten.push({ ...counted, second: last, process: nameOf() });
    return last;
  }
  let writing = Promise.resolve();
  let isWriting = false;
  function tick(): void {
    // Just after the end of a second, to which the counts belong.
    const second = take(Math.round(Date.now() / 1_000) - 1);
    if (!isWriting) {
      isWriting = true;
      writing = write(second).finally(() => {
        isWriting = false;
      });
    }
    timer = setTimeout(tick, delayToNextSecond()).unref();
  }
  let timer = setTimeout(tick, delayToNextSecond()).unref();
  app.addHook("preClose", async () => {
    clearTimeout(timer);
    await writing;
    // Writes the last, incomplete second too.
    await write(take(Math.floor(Date.now() / 1_000)));
  });
}

/**
 * GET /lab/sale: a sale's opening, live and as a replay by second (docs/lab.md). The data are at
 * /lab/sale/sales, /lab/sale/seconds and the stream /lab/sale/stream; POST /lab/sale/crowd starts a simulated
 * crowd.
 */
export function addSaleRoom(product: Product): void {
  const { app, context } = product;
  const store = saleStore(context);
  const recorder = new SaleRecorder();
  observeSignUps(product, recorder);
  const crowd = new CrowdSimulation(product, (activityId) => recorder.expect(activityId));
  const live = createSaleEventStream(app, store, () => crowd.state);
  writePeriodically(product, recorder, store, (over) => live.round(over));

  app.get("/lab/sale", (_request, reply) =>
    reply
      .header("content-security-policy", POLICY)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(salePage(context.config.brand)),
  );
  app.get("/lab/sale/sales", (request, reply) =>
    handleTestHook(request, reply, z.object({}), async () => ({
      sales: await store.sales(),
      crowd: crowd.state,
      now: Date.now() / 1_000,
    })),
  );
  app.get("/lab/sale/seconds", (request, reply) =>
    handleTestHook(request, reply, span, async ({ activityId, from, to }) => ({
      points: mergeSaleSeconds(await store.seconds(activityId, from, to ?? Math.ceil(Date.now() / 1_000))),
      crowd: crowd.state,
      now: Date.now() / 1_000,
    })),
  );
  app.get("/lab/sale/stream", (request, reply) =>
    handleTestHook(request, reply, streamQuery, ({ activityId }) =>
      Promise.resolve(live.watch(reply, activityId)),
    ),
  );
  app.post("/lab/sale/crowd", (request, reply) =>
    handleTestHook(request, reply, crowdPlan, (plan) => Promise.resolve(crowd.start(plan))),
  );
  app.post("/lab/sale/crowd/stop", (request, reply) =>
    handleTestHook(request, reply, z.object({}), async () => {
      await crowd.stop();
      return crowd.state;
    }),
  );
}
