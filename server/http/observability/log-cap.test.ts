import Fastify, { type FastifyBaseLogger } from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LogCap } from "./log-cap.ts";

type Line = Record<string, unknown> & { readonly msg: string; readonly level: number };
let lines: Line[];
let log: FastifyBaseLogger;
let cap: LogCap;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  cap = new LogCap();
  log = createLog(cap, (line) => lines.push(line));
});
afterEach(() => vi.useRealTimers());

/** A logger with the cap. */
function createLog(limit: LogCap, keep: (line: Line) => void): FastifyBaseLogger {
  const app = Fastify({
    logger: {
      level: "info",
      stream: { write: (line: string) => keep(JSON.parse(line) as Line) },
      hooks: {
        logMethod(args, write, level) {
          limit.write(args, write, level, this);
        },
      },
    },
  });
  limit.reportTo(app.log);
  return app.log;
}
const failure = (code: string, message = "connect failed"): Error =>
  Object.assign(new Error(message), { code });
const repeat = (times: number, run: (at: number) => void): void => {
  for (let at = 0; at < times; at++) run(at);
};
const countOf = (msg: string): number => lines.filter((line) => line.msg === msg).length;

test("HA28 an outage writes five lines of a cause and then one with the count", () => {
  const requests = Array.from({ length: 40 }, (_, at) => log.child({ reqId: `r${at}` }));
  repeat(5_000, (at) => requests[at % 40]?.error({ err: failure("ECONNREFUSED") }, "database unavailable"));
  expect(countOf("database unavailable")).toBe(5);
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(6);
  expect(lines[5]).toMatchObject({
    msg: "log lines dropped by rate limit",
    level: 50,
    left: 4_995,
    cause: "database unavailable",
    error: { code: "ECONNREFUSED", message: "connect failed" },
  });
  expect(lines[5]).not.toHaveProperty("reqId");
});

test("HA28 no second of an outage with many causes has more than 100 lines, and none of a later fault is lost", () => {
  const perTick: number[] = [];
  repeat(40, () => {
    const before = lines.length;
    repeat(50, (cause) => repeat(20, () => log.error({ err: failure(`C${cause}`) }, `fault ${cause % 7}`)));
    vi.advanceTimersByTime(100);
    perTick.push(lines.length - before);
  });
  const seconds = perTick
    .slice(9)
    .map((_, at) => perTick.slice(at, at + 10).reduce((sum, one) => sum + one, 0));
  expect(Math.max(...seconds)).toBeLessThanOrEqual(100);
  const counted = lines.reduce((sum, { left }) => sum + (typeof left === "number" ? left : 0), 0);
  const whole = lines.filter(({ left }) => left === undefined).length;
  expect(counted + whole).toBe(40 * 50 * 20);
  vi.advanceTimersByTime(1_000);
  log.warn({ err: failure("53100") }, "another fault");
  expect(lines.at(-1)).toMatchObject({ msg: "another fault", level: 40 });
});

test("HA28 causes differ by message, call and kind of error, not by numbers in them", () => {
  repeat(10, (at) => {
    log.error({ err: new TypeError(`row ${at}: x is not a function`) }, "request failed");
    log.error({ err: new RangeError("too long") }, "request failed");
    log.error({ call: "signUp", refusal: "busy" }, "undeclared refusal");
    log.error({ call: "showTicket", refusal: "busy" }, "undeclared refusal");
  });
  cap.flush();
  const counts = lines.filter(({ left }) => left !== undefined).map(({ cause, left }) => [cause, left]);
  expect(counts).toEqual([
    ["request failed", 5],
    ["request failed", 5],
    ["undeclared refusal", 5],
    ["undeclared refusal", 5],
  ]);
});

test("HA28 lines of lower levels are written whole, and a message without fields is counted too", () => {
  repeat(50, (at) => log.info({ at }, "security event"));
  repeat(50, () => log.warn("readiness check failed"));
  cap.flush();
  expect([countOf("security event"), countOf("readiness check failed")]).toEqual([50, 5]);
  expect(lines.at(-1)).toMatchObject({ left: 45, cause: "readiness check failed" });
});
