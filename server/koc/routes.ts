import { Refusal } from "#contract/errors.ts";
import { enrollKoc, showKocProgram, showKocStatus, type KocInfo, type KocStanding } from "#contract/koc.ts";
import { momentOf, notThere } from "../activity/index.ts";
import { userOf } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import type { KocDoors } from "./doors.ts";
import { hindrance } from "./rules.ts";
import type { KocStore, OfferedProgram } from "./store.ts";
import type { KocRow } from "./tables.ts";
import { words } from "./words.ts";
import { kocWriter } from "./writer.ts";

const toInfo = (row: OfferedProgram, now: number): KocInfo => ({
  activityId: row.activity_id,
  activityMode: row.activity_type === "online" ? "online" : "offline",
  title: row.title,
  coverUrl: row.cover_url,
  slogan: row.slogan,
  places: row.places,
  remaining: Math.max(0, row.places - row.taken),
  goal: row.goal,
  openTime: momentOf(row.from_time),
  closeTime: momentOf(row.to_time),
  perks: row.benefits.map(({ name, value }) => ({ name, value })),
  serverTime: momentOf(now),
});

const NOTHING: KocStanding = { status: 0 };
const toStanding = (row: KocRow, helpers: number): KocStanding => ({
  status: row.status,
  helpers,
  ...(row.status === 3 && row.reason !== null && { reason: row.reason }),
  appliedTime: momentOf(row.applied_time),
  ...(row.reviewed_time !== null && { reviewedTime: momentOf(row.reviewed_time) }),
});

export function kocRoutes(kit: Kit, calls: Calls, store: KocStore, doors: KocDoors): void {
  const writer = kocWriter(kit.db);

  calls.on(
    showKocProgram,
    async ({ activityId }) => {
      const row = await store.program(activityId);
      if (!row) throw await notThere(kit.db, activityId, words.unknown);
      return toInfo(row, kit.clock.now());
    },
    { freshMs: 1_000, staleMs: 10_000 },
  );
  calls.on(showKocStatus, async ({ activityId }, caller) => {
    const row = await store.own(activityId, userOf(caller).userId);
    return row ? toStanding(row, await doors.shares.helpersOf(activityId, row.user_id)) : NOTHING;
  });
  calls.on(enrollKoc, async ({ id }, caller) => {
    const { userId, mobile } = userOf(caller);
    // What there is already goes before everything: asked again, nothing happens.
    const [own, program] = await Promise.all([store.own(id, userId), store.program(id)]);
    if (own) return { status: own.status };
    if (!program) throw await notThere(kit.db, id, words.unknown);
    if (program.activity_type === "localoffline" && mobile === null)
      throw new Refusal("mobileRequired", { taskLink: doors.bindLink() });
    await doors.mustPass(id, "koc", caller);
    const now = kit.clock.now();
    const window = { fromTime: program.from_time.getTime(), toTime: program.to_time.getTime() };
    // By the counter read before: spares the person the slider. The writer decides exactly.
    const remark = hindrance({ ...window, places: program.places, taken: program.taken }, now);
    if (remark !== null) throw new Refusal("flowBranch", { remark });
    const isSolved = await doors.consumeCaptcha({
      verifyId: caller.captchaVerifyId,
      action: "koc",
      activityId: id,
      userId,
      idempotencyKey: caller.idempotencyKey,
    });
    if (!isSolved) throw new Refusal("captchaRequired");
    const status = await writer.add(id, { user_id: userId, applied_time: new Date(now) });
    if (status === null) throw new Refusal("flowBranch", { remark: words.full });
    // Whoever has applied shares by a link of their own, without another slider.
    await doors.shares.start(id, userId);
    return { status };
  });
}
