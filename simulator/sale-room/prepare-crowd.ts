import { randomInt, randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { wholeNumber } from "#contract/core/fields.ts";
import type { Product } from "../../server/app.ts";
import type { VirtualUser } from "./virtual-users.ts";

/** Plan of a simulated crowd: number of people and seats, duration, and taps per person. */
export const crowdPlan = z.object({
  people: wholeNumber(1, 5_000, "人数应在 1 到 5000 之间"),
  seats: wholeNumber(1, 100_000, "席位应在 1 到 100000 之间"),
  seconds: wholeNumber(1, 120, "时长应在 1 到 120 秒之间"),
  taps: z._default(wholeNumber(1, 5, "每人应点 1 到 5 次"), 1),
  /** Percentage of people without a solved slider captcha. */
  unsolved: z._default(wholeNumber(0, 100, "比例应在 0 到 100 之间"), 0),
  /** Ports of this machine where server processes of this installation listen; empty: this process's. */
  ports: z._default(z.array(z.int().check(z.minimum(1), z.maximum(65_535))).check(z.maxLength(16)), []),
});
export type CrowdPlan = z.output<typeof crowdPlan>;

/** Percentage of people who tap before the start. */
const EARLY = 3;
const CONCURRENCY = 20;
const PASS_LIFE = 600_000;

/** Tap times of a person: most immediately, fewer later, with repetitions. */
function tapDelays({ seconds, taps }: CrowdPlan): number[] {
  const isEarly = randomInt(100) < EARLY;
  const first = isEarly ? -randomInt(50, 900) : Math.floor(seconds * 1_000 * Math.random() ** 3);
  return Array.from({ length: taps }, (_none, at) => first + at * randomInt(80, 400));
}

/**
 * Prepares virtual people in batches: a user, a session, a solved slider captcha.
 * @param onReady is called with their number, and returns whether to continue
 */
export async function prepareCrowd(
  { context, modules }: Pick<Product, "context" | "modules">,
  activityId: string,
  plan: CrowdPlan,
  onReady: (count: number) => boolean,
): Promise<VirtualUser[]> {
  async function prepareUser(at: number): Promise<VirtualUser> {
    const mobile = `198${String(at).padStart(8, "0")}`;
    const name = `演练${at + 1}`;
    const userId = await modules.sessions.upsertProviderPerson({
      idpId: `crowd-${at}`,
      mobile,
      nickname: name,
    });
    const session = await modules.sessions.openFor(userId);
    const isSolved = (at * 61) % 100 >= plan.unsolved;
    const purpose = { action: "signup" as const, activityId, userId };
    const pass = isSolved ? await modules.captcha.grant(purpose, context.clock.now() + PASS_LIFE) : null;
    const token = session?.accessToken ?? "";
    return { token, mobile, name, pass, key: randomUUID(), delays: tapDelays(plan) };
  }
  const users: VirtualUser[] = [];
  while (users.length < plan.people && onReady(users.length)) {
    const from = users.length;
    const length = Math.min(CONCURRENCY, plan.people - from);
    users.push(...(await Promise.all(Array.from({ length }, (_none, at) => prepareUser(from + at)))));
  }
  onReady(users.length);
  return users;
}
