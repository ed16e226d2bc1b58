import { Refusal } from "#contract/core/errors.ts";
import {
  enrollKoc,
  showKocProgram,
  showKocStatus,
  type KocInfo,
  type KocApplicationStatus,
} from "#contract/koc/koc.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { activityNotFound, activitySelectorOf } from "../activity/index.ts";
import { requireUser } from "../http/pipeline/caller.ts";
import type { CallHandler, RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import type { KocPorts } from "./ports.ts";
import { kocClosedReason } from "./rules.ts";
import type { KocStore, KocProgramDetailRow } from "./store.ts";
import type { KocRow } from "./tables.ts";
import { kocMessages } from "./messages.ts";
import { kocWriter } from "./writer-store.ts";

const toInfo = (row: KocProgramDetailRow, now: number): KocInfo => ({
  activityId: row.activity_id,
  activityMode: row.activity_type === "online" ? "online" : "offline",
  title: row.title,
  coverUrl: row.cover_url,
  slogan: row.slogan,
  places: row.places,
  remaining: Math.max(0, row.places - row.taken),
  goal: row.goal,
  openTime: toShanghaiIso(row.from_time),
  closeTime: toShanghaiIso(row.to_time),
  perks: row.benefits.map(({ name, value }) => ({ name, value })),
  serverTime: toShanghaiIso(now),
});

const NO_APPLICATION: KocApplicationStatus = { status: 0 };
const toApplicationStatus = (row: KocRow, helpers: number): KocApplicationStatus => ({
  status: row.status,
  helpers,
  ...(row.status === 3 && row.reason !== null && { reason: row.reason }),
  appliedTime: toShanghaiIso(row.applied_time),
  ...(row.reviewed_time !== null && { reviewedTime: toShanghaiIso(row.reviewed_time) }),
});

export function kocRoutes(context: AppContext, calls: RpcRouter, store: KocStore, ports: KocPorts): void {
  const writer = kocWriter(context.db);

  const showProgram: CallHandler<typeof showKocProgram> = async ({ activityId, ...draft }) => {
    const now = context.clock.now();
    const row = await store.program(activitySelectorOf({ id: activityId, ...draft }, now));
    if (!row) throw await activityNotFound(context.db, activityId, kocMessages.unknown);
    return toInfo(row, now);
  };
  calls.on(showKocProgram, showProgram, { freshMs: 1_000, staleMs: 10_000 });
  calls.on(showKocStatus, async ({ activityId }, caller) => {
    const row = await store.own(activityId, requireUser(caller).userId);
    return row
      ? toApplicationStatus(row, await ports.shares.helpersOf(activityId, row.user_id))
      : NO_APPLICATION;
  });
  calls.on(enrollKoc, async ({ id }, caller) => {
    const { userId, mobile } = requireUser(caller);
    // Checks for an existing application first, so that a repeated request changes nothing.
    const [application, program] = await Promise.all([store.own(id, userId), store.program({ id })]);
    if (application) return { status: application.status };
    if (!program) throw await activityNotFound(context.db, id, kocMessages.unknown);
    if (program.activity_type === "localoffline" && mobile === null)
      throw new Refusal("mobileRequired", { taskLink: ports.bindLink() });
    await ports.mustPass(id, "koc", caller);
    const now = context.clock.now();
    const window = { fromTime: program.from_time.getTime(), toTime: program.to_time.getTime() };
    // Uses the counter that was read before, to spare the person the slider; the writer decides exactly.
    const remark = kocClosedReason({ ...window, places: program.places, taken: program.taken }, now);
    if (remark !== null) throw new Refusal("flowBranch", { remark });
    const isSolved = await ports.consumeCaptcha({
      verifyId: caller.captchaVerifyId,
      action: "koc",
      activityId: id,
      userId,
      idempotencyKey: caller.idempotencyKey,
    });
    if (!isSolved) throw new Refusal("captchaRequired");
    const status = await writer.add(id, { user_id: userId, applied_time: new Date(now) });
    if (status === null) throw new Refusal("flowBranch", { remark: kocMessages.full });
    // Gives applicants a share link without another slider.
    await ports.shares.start(id, userId);
    return { status };
  });
}
