import { randomInt, randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { wholeNumber } from "#contract/fields.ts";
import type { Product } from "../../server/app.ts";
import type { Thumb } from "./thumbs.ts";

/** A crowd to come: how many people, how often each taps, within how many seconds, for how many seats. */
export const plan = z.object({
  people: wholeNumber(1, 5_000, "人数应在 1 到 5000 之间"),
  seats: wholeNumber(1, 100_000, "席位应在 1 到 100000 之间"),
  seconds: wholeNumber(1, 120, "时长应在 1 到 120 秒之间"),
  taps: z._default(wholeNumber(1, 5, "每人应点 1 到 5 次"), 1),
  /** Of a hundred, who come without a solved slider. */
  unsolved: z._default(wholeNumber(0, 100, "比例应在 0 到 100 之间"), 0),
  /** Ports of this machine where server processes of this installation listen; none: this one's. */
  ports: z._default(z.array(z.int().check(z.minimum(1), z.maximum(65_535))).check(z.maxLength(16)), []),
});
export type Plan = z.output<typeof plan>;

/** Of a hundred, who tap before it opens. */
const EARLY = 3;
const AT_ONCE = 20;
const PASS_LIFE = 600_000;

/** When somebody taps: most at once, ever fewer later, some again and again. */
function delaysOf({ seconds, taps }: Plan): number[] {
  const isEarly = randomInt(100) < EARLY;
  const first = isEarly ? -randomInt(50, 900) : Math.floor(seconds * 1_000 * Math.random() ** 3);
  return Array.from({ length: taps }, (_none, at) => first + at * randomInt(80, 400));
}

/**
 * Makes virtual people ready, some at a time: a user, a session, a solved slider.
 * @param onReady is told how many are, and answers whether to go on
 */
export async function gather(
  { kit, doors }: Pick<Product, "kit" | "doors">,
  activityId: string,
  wanted: Plan,
  onReady: (count: number) => boolean,
): Promise<Thumb[]> {
  async function thumbOf(at: number): Promise<Thumb> {
    const mobile = `198${String(at).padStart(8, "0")}`;
    const name = `演练${at + 1}`;
    const userId = await doors.sessions.keepPerson({ idpId: `crowd-${at}`, mobile, nickname: name });
    const session = await doors.sessions.openFor(userId);
    const isSolved = (at * 61) % 100 >= wanted.unsolved;
    const purpose = { action: "signup" as const, activityId, userId };
    const pass = isSolved ? await doors.captcha.grant(purpose, kit.clock.now() + PASS_LIFE) : null;
    const token = session?.accessToken ?? "";
    return { token, mobile, name, pass, key: randomUUID(), delays: delaysOf(wanted) };
  }
  const thumbs: Thumb[] = [];
  while (thumbs.length < wanted.people && onReady(thumbs.length)) {
    const from = thumbs.length;
    const length = Math.min(AT_ONCE, wanted.people - from);
    thumbs.push(...(await Promise.all(Array.from({ length }, (_none, at) => thumbOf(from + at)))));
  }
  onReady(thumbs.length);
  return thumbs;
}
