// What bots get out of the slider: made-up drags and a matcher that knows the answer, against a server with its
// limits on, in an hour of the server's clock. Their proof of work is taken as free, so the figures are an upper
// bound. Run: node bench/captcha/index.ts
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
/** Of the server's clock, between two tries of a bot; ms. */
const PAUSE = 5_000;
/** Positions that a piece may have, px. */
const [LEAST, MOST] = [70, 270];
const random = randomFrom(7);

type Bot = {
  readonly position: (answer: number) => number;
  readonly track: (x: number) => TrackStep[];
  /** Takes puzzles without a picture too, where it is given them. */
  readonly isInformed: boolean;
};
const guess = (): number => Math.round(LEAST + random() * (MOST - LEAST));
const human = (x: number): TrackStep[] => personDrag(people["mouse"]!, x, random);
const straight = (x: number): TrackStep[] => scripts["constantSpeed"]!(x, random);
const bots: Readonly<Record<string, Bot>> = {
  "straight drag to the middle": { position: () => 160, track: straight, isInformed: false },
  "random guess, straight": { position: guess, track: straight, isInformed: false },
  "random guess, human-like": { position: guess, track: human, isInformed: false },
  "matcher, straight": { position: (answer) => answer, track: straight, isInformed: false },
  "matcher, human-like": { position: (answer) => answer, track: human, isInformed: true },
};
type Outcome = { tries: number; passes: number };

const start = async (settings: Record<string, string>): Promise<TestApp> => {
  const pglite = await PGlite.create();
  const database = { source: { pglite }, remove: () => Promise.resolve() };
  return testApp({ settings: { CAPTCHA_TEST_X: "", ...settings }, database });
};
const asked = { action: "signup", activityId: "12" } as const;

/** One try; null where no puzzle was given that this bot takes. */
async function attempt(app: TestApp, bot: Bot, options: TestCallOptions): Promise<boolean | null> {
  const made = await app.call(createCaptcha, asked, options);
  if (made.code !== "00") return null;
  const { challengeId, way }: CaptchaChallenge = challengeSchema.parse(made.data);
  if (way === "work" && !bot.isInformed) return null;
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

/** As many tries as are let through, without any limit. */
async function rateOf(app: TestApp, bot: Bot, tries: number): Promise<number> {
  let passes = 0;
  for (let at = 0; at < tries; at++) if (await attempt(app, bot, {})) passes++;
  return (100 * passes) / tries;
}
/** Forgets what was counted. */
const forget = (app: TestApp) => sql`truncate captcha_count`.execute(app.context.db);
/** Cookies of so many devices, as a bot fetches and keeps them. */
async function cookiesOf(app: TestApp, address: string, many: number): Promise<TestCallOptions[]> {
  const all: TestCallOptions[] = [];
  for (let at = 0; at < many; at++) {
    const { headers } = await app.call(createCaptcha, asked, { address });
    all.push({ address, headers: { cookie: String(headers["set-cookie"]).split(";", 1)[0] ?? "" } });
    app.context.clock.set(app.context.clock.now() + 60_000);
  }
  return all;
}
/** An hour with the limits on; as one device and another in turn, or as one that keeps no cookie. */
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
for (const [name, most] of [
  ["straight drag to the middle", 0],
  ["random guess, straight", 0],
  ["random guess, human-like", 8],
  ["matcher, straight", 0],
] as const)
  say(compareToMaximum(`${name}: passes of 200 tries`, await rateOf(open, bots[name]!, 200), most, "%"));
await open.close();

const limited = await start({});
const matcher = bots["matcher, human-like"]!;
const told = (name: string, { tries, passes }: Outcome, most: number): void =>
  say(compareToMaximum(`${name}: passes a minute, one address`, passes / MINUTES, most, `of ${tries} tries`));
for (const [name, most] of [
  ["random guess, human-like", 0.5],
  ["matcher, human-like", 6],
] as const) {
  await forget(limited);
  told(name, await hourOf(limited, bots[name]!, { address: "203.0.113.5" }), most);
}
await forget(limited);
const cookies = await cookiesOf(limited, "203.0.113.7", 12);
told("matcher, human-like, with 12 cookies", await hourOf(limited, matcher, ...cookies), 6);
// Each has passed, and is a known device from now on: counted on its own, as the people behind a carrier's address are.
limited.context.clock.set(limited.context.clock.now() + 25 * 60 * 60_000);
const aged = await hourOf(limited, matcher, ...cookies);
say(
  `     the same cookies a day later: ${(aged.passes / MINUTES).toFixed(1)} passes a minute of ${aged.tries} tries`,
);
await forget(limited);
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
