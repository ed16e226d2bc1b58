import type { ParsedArgsOf, ResultOf } from "#contract/call.ts";
import { Refusal } from "#contract/errors.ts";
import { listShareCredits, listShares, operateLink, showInvitation } from "#contract/share.ts";
import { WEB_BASE } from "#contract/web-base.ts";
import { momentOf, notThere } from "../activity/index.ts";
import { userOf, type Caller } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import type { Kit } from "../kit.ts";
import { countedShares, creditsOf } from "./credit.ts";
import type { ShareDoors } from "./doors.ts";
import type { Links } from "./links.ts";
import { maskName } from "./reference.ts";
import type { ShareStore } from "./store.ts";
import { words } from "./words.ts";

type Args = ParsedArgsOf<typeof operateLink>;
type Answer = ResultOf<typeof operateLink>;
type ActivityType = "localoffline" | "online";
type Sharing = {
  readonly kit: Kit;
  readonly store: ShareStore;
  readonly links: Links;
  readonly doors: ShareDoors;
};

const modeOf = (type: ActivityType): "offline" | "online" => (type === "online" ? "online" : "offline");
/** An activity's page, with who sends there. */
const linkOf = (kit: Kit, type: ActivityType, activityId: string, from: string | undefined): string =>
  `${kit.origin()}${WEB_BASE}${modeOf(type)}/${activityId}${from === undefined ? "" : `?from=${from}`}`;

async function mustBeSolved({ doors }: Sharing, activityId: string, caller: Caller): Promise<void> {
  const isSolved = await doors.consumeCaptcha({
    verifyId: caller.captchaVerifyId,
    action: "link",
    activityId,
    userId: userOf(caller).userId,
    idempotencyKey: caller.idempotencyKey,
  });
  if (!isSolved) throw new Refusal("captchaRequired");
}

async function share(sharing: Sharing, { id }: Args, type: ActivityType, caller: Caller): Promise<Answer> {
  const { kit, store, links } = sharing;
  const { userId } = userOf(caller);
  const own = await store.own(id, userId);
  if (own !== null) return { linkUrl: linkOf(kit, type, id, own), counted: false };
  await mustBeSolved(sharing, id, caller);
  const { reference, isNew } = await links.make(id, userId);
  return { linkUrl: linkOf(kit, type, id, reference), counted: isNew };
}

/**
 * Whom the activity's process bars brings nobody forward. What else it asks (a car, an earlier step) it asks of those
 * who take part: friends are new people more often than not.
 */
const mustNotBeBarred = (doors: ShareDoors, id: string, caller: Caller): Promise<void> =>
  doors.refuseForbidden(id, "link", caller).catch((error: unknown) => {
    if (error instanceof Refusal && error.refusal === "noPermission") throw error;
  });

/** Counts the caller for whoever sent them; what was counted before is told without a slider. */
async function count(
  sharing: Sharing,
  { id, op, from }: Args & { op: "open" | "claim" },
  type: ActivityType,
  caller: Caller,
): Promise<Answer> {
  const { kit, store, links, doors } = sharing;
  const { userId } = userOf(caller);
  const sharerId = from === undefined ? null : await links.sharerId(id, from);
  const linkUrl = linkOf(kit, type, id, sharerId === null ? undefined : from);
  const isDone =
    op === "claim"
      ? (await store.helped(id, userId)) !== null
      : sharerId !== null && (await store.hasOpened(id, sharerId, userId));
  const done: Answer = { linkUrl, counted: false, ...(op === "claim" && { remark: words.helped }) };
  if (isDone) return done;
  if (op === "claim") await mustNotBeBarred(doors, id, caller);
  await mustBeSolved(sharing, id, caller);
  if (sharerId === null) return { linkUrl, counted: false, remark: words.unknownInvitation };
  if (sharerId === userId) return { linkUrl, counted: false, remark: words.self };
  const created_time = new Date(kit.clock.now());
  const counted = await store.count({
    activity_id: id,
    sharer_id: sharerId,
    friend_id: userId,
    op,
    created_time,
  });
  return counted ? { linkUrl, counted } : done;
}

export function shareRoutes(
  kit: Kit,
  calls: Calls,
  store: ShareStore,
  links: Links,
  doors: ShareDoors,
): void {
  const sharing: Sharing = { kit, store, links, doors };
  calls.on(operateLink, async (args, caller) => {
    const type = await store.activityType(args.id);
    if (type === null) throw await notThere(kit.db, args.id, words.unknownActivity);
    const { op } = args;
    return op === "share"
      ? share(sharing, args, type, caller)
      : count(sharing, { ...args, op }, type, caller);
  });
  calls.on(
    showInvitation,
    async ({ activityId, from }) => {
      const sharer = await links.sharer(activityId, from);
      if (sharer === null) throw new Refusal("notFound", { message: words.unknownInvitation });
      return { nickname: sharer.nickname };
    },
    { freshMs: 5_000, staleMs: 60_000 },
  );
  calls.on(listShares, async ({ activityId }, caller) => {
    const rows = await countedShares(kit.db, userOf(caller).userId, activityId ?? null);
    return rows.map((row) => ({
      activityId: row.activity_id,
      activityMode: modeOf(row.activity_type),
      title: row.title,
      coverUrl: row.cover_url,
      linkUrl: linkOf(kit, row.activity_type, row.activity_id, row.reference),
      createdTime: momentOf(row.created_time),
      opens: row.opens,
      helps: row.helps,
      signUps: row.sign_ups,
      leads: row.leads,
    }));
  });
  calls.on(listShareCredits, async ({ activityId }, caller) => {
    const rows = await creditsOf(kit.db, userOf(caller).userId, activityId);
    return rows.map(({ kind, name, time }) => ({ kind, name: maskName(name), time: momentOf(time) }));
  });
}
