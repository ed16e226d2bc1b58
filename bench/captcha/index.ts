// Measures how often bots solve the slider: synthetic drags and a matcher that knows the solution, against a
// server with rate limits, during one hour of the server's clock. Their proof of work is free, so the results
// are an upper bound. Run: node bench/captcha/index.ts
import { PGlite } from "@electric-sql/pglite";
import { sql } from "kysely";
import {
  captchaChallenge as challengeSchema,
  checkCaptcha,
  createCaptcha,
  type CaptchaChallenge,
} from "#contract/captcha/captcha.ts";
import { people, personDrag, randomFrom, scripts } from "../../server/captcha/synthetic-drags.ts";
import type { TrackStep } from "../../server/captcha/drag-track.ts";
import { solveWork } from "../../server/captcha/test-solver.ts";
import { testApp, type TestCallOptions, type TestApp } from "../../server/testing/app.ts";
import { compareToMaximum } from "../measure/statistics.ts";

const MINUTES = 60;
/** Time between two attempts of a bot on the server's clock; ms. */
const PAUSE = 5_000;
/** Range of the piece's position, px. */
const [MIN_X, MAX_X] = [70, 270];
const random = randomFrom(7);

type Bot = {
  readonly position: (answer: number) => number;
  readonly track: (x: number) => TrackStep[];
  /** Whether the bot accepts puzzles without a picture. */
  readonly acceptsWork: boolean;
};
/** @throws Error for an unknown name */
function entryOf<T>(entries: Readonly<Record<string, T>>, name: string): T {
  const entry = entries[name];
  if (entry === undefined) throw new Error(`unknown name: ${name}`);
  return entry;
}
const guess = (): number => Math.round(MIN_X + random() * (MAX_X - MIN_X));
const human = (x: number): TrackStep[] => personDrag(entryOf(people, "mouse"), x, random);
const straight = (x: number): TrackStep[] => entryOf(scripts, "constantSpeed")(x, random);
const bots: Readonly<Record<string, Bot>> = {
  "straight drag to the middle": { position: () => 160, track: straight, acceptsWork: false },
  "random guess, straight": { position: guess, track: straight, acceptsWork: false },
  "random guess, human-like": { position: guess, track: human, acceptsWork: false },
  "matcher, straight": { position: (answer) => answer, track: straight, acceptsWork: false },
  "matcher, human-like": { position: (answer) => answer, track: human, acceptsWork: true },
};
type Outcome = { tries: number; passes: number };

const start = async (settings: Record<string, string>): Promise<TestApp> => {
  const pglite = await PGlite.create();
  const database = { source: { pglite }, remove: () => Promise.resolve() };
  return testApp({ settings: { CAPTCHA_TEST_X: "", ...settings }, database });
};
const challengeArgs = { action: "signup", activityId: "12" } as const;

/** One attempt; null if the server gave no puzzle that this bot accepts. */
async function attempt(app: TestApp, bot: Bot, options: TestCallOptions): Promise<boolean | null> {
  const created = await app.call(createCaptcha, challengeArgs, options);
  if (created.code !== "00") return null;
  const { challengeId, way }: CaptchaChallenge = challengeSchema.parse(created.data);
  if (way === "work" && !bot.acceptsWork) return null;
  const { rows } = await sql<{ answer: number | null; seed: string }>`
    update captcha_challenge set bits = 1, keyboard_bits = 1 where challenge_id = ${challengeId}
    returning answer, seed`.execute(app.context.db);
  const { answer = null, seed = "" } = rows[0] ?? {};
  const x = bot.position(answer ?? 0);
  app.context.clock.set(app.context.clock.now() + PAUSE);
  const solution = {
    challengeId,
    x,
    track: way === "work" ? [] : bot.track(x),
    nonces: solveWork(seed, 1),
    way,
  };
  return (await app.call(checkCaptcha, solution, options)).code === "00";
}

/** Success rate without rate limits, in per cent. */
async function rateOf(app: TestApp, bot: Bot, tries: number): Promise<number> {
  let passes = 0;
  for (let at = 0; at < tries; at++) if (await attempt(app, bot, {})) passes++;
  return (100 * passes) / tries;
}
/** Resets the server's counters. */
const resetCounters = (app: TestApp) => sql`truncate captcha_count`.execute(app.context.db);
/** Cookies of several devices, as a bot collects and keeps them. */
async function cookiesOf(app: TestApp, address: string, count: number): Promise<TestCallOptions[]> {
  const all: TestCallOptions[] = [];
  for (let at = 0; at < count; at++) {
    const { headers } = await app.call(createCaptcha, challengeArgs, { address });
    all.push({ address, headers: { cookie: String(headers["set-cookie"]).split(";", 1)[0] ?? "" } });
    app.context.clock.set(app.context.clock.now() + 60_000);
  }
  return all;
}
/** One hour with rate limits; alternates between devices, or keeps no cookie. */
async function hourOf(app: TestApp, bot: Bot, ...devices: readonly TestCallOptions[]): Promise<Outcome> {
  const end = app.context.clock.now() + MINUTES * 60_000;
  const outcome = { tries: 0, passes: 0 };
  for (let turn = 0; app.context.clock.now() < end; turn++) {
    const isPassed = await attempt(app, bot, devices[turn % devices.length] ?? {});
    if (isPassed === null) app.context.clock.set(app.context.clock.now() + PAUSE);
    else outcome.tries++;
    if (isPassed) outcome.passes++;
  }
  return outcome;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const open = await start({ RATE_LIMITS: "off" });
for (const [name, max] of [
  ["straight drag to the middle", 0],
  ["random guess, straight", 0],
  ["random guess, human-like", 8],
  ["matcher, straight", 0],
] as const)
  say(
    compareToMaximum(`${name}: passes of 200 tries`, await rateOf(open, entryOf(bots, name), 200), max, "%"),
  );
await open.close();

const limited = await start({});
const matcher = entryOf(bots, "matcher, human-like");
const report = (name: string, { tries, passes }: Outcome, max: number): void =>
  say(compareToMaximum(`${name}: passes a minute, one address`, passes / MINUTES, max, `of ${tries} tries`));
for (const [name, max] of [
  ["random guess, human-like", 0.5],
  ["matcher, human-like", 6],
] as const) {
  await resetCounters(limited);
  report(name, await hourOf(limited, entryOf(bots, name), { address: "203.0.113.5" }), max);
}
await resetCounters(limited);
const cookies = await cookiesOf(limited, "203.0.113.7", 12);
report("matcher, human-like, with 12 cookies", await hourOf(limited, matcher, ...cookies), 6);
// Each device has passed once and is known from now on: it is counted separately, like people who share a
// carrier's address.
limited.context.clock.set(limited.context.clock.now() + 25 * 60 * 60_000);
const aged = await hourOf(limited, matcher, ...cookies);
say(
  `     the same cookies a day later: ${(aged.passes / MINUTES).toFixed(1)} passes a minute of ${aged.tries} tries`,
);
await resetCounters(limited);
const { token } = await limited.login("13800138000");
const account = await hourOf(limited, matcher, { token, address: "203.0.113.6" });
say(
  compareToMaximum(
    "matcher, human-like: passes an hour, one account",
    account.passes,
    10,
    `of ${account.tries} tries`,
  ),
);
await limited.close();
