import { randomInt, randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { wholeNumber } from "#contract/core/fields.ts";
import type { Product } from "../../server/app.ts";
import type { VirtualUser } from "./virtual-users.ts";

/** A crowd to come: how many people, how often each taps, within how many seconds, for how many seats. */
export const crowdPlan = z.object({
  people: wholeNumber(1, 5_000, "人数应在 1 到 5000 之间"),
  seats: wholeNumber(1, 100_000, "席位应在 1 到 100000 之间"),
  seconds: wholeNumber(1, 120, "时长应在 1 到 120 秒之间"),
  taps: z._default(wholeNumber(1, 5, "每人应点 1 到 5 次"), 1),
  /** Of a hundred, who come without a solved slider. */
  unsolved: z._default(wholeNumber(0, 100, "比例应在 0 到 100 之间"), 0),
  /** Ports of this machine where server processes of this installation listen; none: this one's. */
  ports: z._default(z.array(z.int().check(z.minimum(1), z.maximum(65_535))).check(z.maxLength(16)), []),
});
export type CrowdPlan = z.output<typeof crowdPlan>;

/** Of a hundred, who tap before it opens. */
const EARLY = 3;
const AT_ONCE = 20;
const PASS_LIFE = 600_000;

/** When somebody taps: most at once, ever fewer later, some again and again. */
function tapDelays({ seconds, taps }: CrowdPlan): number[] {
  const isEarly = randomInt(100) < EARLY;
  const first = isEarly ? -randomInt(50, 900) : Math.floor(seconds * 1_000 * Math.random() ** 3);
  return Array.from({ length: taps }, (_none, at) => first + at * randomInt(80, 400));
}

/**
 * Makes virtual people ready, some at a time: a user, a session, a solved slider.
 * @param onReady is told how many are, and answers whether to go on
 */
export async function prepareCrowd(
  { context, modules }: Pick<Product, "context" | "modules">,
  activityId: string,
  wanted: CrowdPlan,
  onReady: (count: number) => boolean,
): Promise<VirtualUser[]> {
  async function thumbOf(at: number): Promise<VirtualUser> {
    const mobile = `198${String(at).padStart(8, "0")}`;
    const name = `演练${at + 1}`;
    const userId = await modules.sessions.upsertProviderPerson({
      idpId: `crowd-${at}`,
      mobile,
      nickname: name,
    });
    const session = await modules.sessions.openFor(userId);
    const isSolved = (at * 61) % 100 >= wanted.unsolved;
    const purpose = { action: "signup" as const, activityId, userId };
    const pass = isSolved ? await modules.captcha.grant(purpose, context.clock.now() + PASS_LIFE) : null;
    const token = session?.accessToken ?? "";
    return { token, mobile, name, pass, key: randomUUID(), delays: tapDelays(wanted) };
  }
  const thumbs: VirtualUser[] = [];
  while (thumbs.length < wanted.people && onReady(thumbs.length)) {
    const from = thumbs.length;
    const length = Math.min(AT_ONCE, wanted.people - from);
    thumbs.push(...(await Promise.all(Array.from({ length }, (_none, at) => thumbOf(from + at)))));
  }
  onReady(thumbs.length);
  return thumbs;
}
