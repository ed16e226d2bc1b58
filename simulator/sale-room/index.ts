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
const watched = z.object({ activityId: id });
/** Written when the database answers again; beyond that the oldest are lost. */
const UNWRITTEN_MOST = 300;
const PURGE_EVERY = 60;

/** To the next second's beginning, ms; a timer that fired a little early waits for the one after it. */
function untilNext(): number {
  const wait = 1_000 - (Date.now() % 1_000);
  return wait < 200 ? wait + 1_000 : wait;
}
const URL_OF_SIGN_UP = signUp.paths[0];
/** Hands every sign-up's course to the recorder, that of those too whom the door turned away. */
function listen({ app, modules }: Product, recorder: SaleRecorder): void {
  modules.signUps.observe(recorder);
  app.addHook("onResponse", (request, reply, done) => {
    const isSignUp = request.method === "POST" && request.routeOptions.url?.endsWith(URL_OF_SIGN_UP) === true;
    const named = isSignUp ? String((request.params as { id?: unknown }).id) : "";
    const activityId = /^\d{1,19}$/.test(named) ? named : null;
    recorder.answered(request.id, activityId, reply.raw.statusCode, reply.elapsedTime);
    done();
  });
}

/** Writes once a second what was counted, as long as the server runs. @param after each writing, with the second that is over */
function keepWriting(
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
      context.log.warn({ err: error }, "the sale room could not be written");
      unwritten = [...rows, ...unwritten].slice(-UNWRITTEN_MOST);
    }
  }
  let last = 0;
  /** Each second once, whatever the clock does. */
  function take(now: number): number {
    last = Math.max(last + 1, now);
    for (const counted of recorder.take()) unwritten.push({ ...counted, second: last, process: nameOf() });
    return last;
  }
  let writing = Promise.resolve();
  let isWriting = false;
  function tick(): void {
    // Just after a second's end: what was counted belongs to it.
    const second = take(Math.round(Date.now() / 1_000) - 1);
    if (!isWriting) {
      isWriting = true;
      writing = write(second).finally(() => {
        isWriting = false;
      });
    }
    timer = setTimeout(tick, untilNext()).unref();
  }
  let timer = setTimeout(tick, untilNext()).unref();
  app.addHook("preClose", async () => {
    clearTimeout(timer);
    await writing;
    // The last second, not yet over, is on disk too.
    await write(take(Math.floor(Date.now() / 1_000)));
  });
}

/**
 * GET /lab/sale: a sale's opening as it goes, and again second by second (docs/lab.md). The figures stand in
 * /lab/sale/sales, /lab/sale/seconds and the stream /lab/sale/stream; POST /lab/sale/crowd sends virtual people.
 */
export function addSaleRoom(product: Product): void {
  const { app, context } = product;
  const store = saleStore(context);
  const recorder = new SaleRecorder();
  listen(product, recorder);
  const crowd = new CrowdSimulation(product, (activityId) => recorder.expect(activityId));
  const live = createSaleEventStream(app, store, () => crowd.state);
  keepWriting(product, recorder, store, (over) => live.round(over));

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
    handleTestHook(request, reply, watched, ({ activityId }) =>
      Promise.resolve(live.watch(reply, activityId)),
    ),
  );
  app.post("/lab/sale/crowd", (request, reply) =>
    handleTestHook(request, reply, crowdPlan, (wanted) => Promise.resolve(crowd.start(wanted))),
  );
  app.post("/lab/sale/crowd/stop", (request, reply) =>
    handleTestHook(request, reply, z.object({}), async () => {
      await crowd.stop();
      return crowd.state;
    }),
  );
}
