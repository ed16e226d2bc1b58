import type { ParsedArgsOf, ResultOf } from "#contract/core/call.ts";
import { Refusal } from "#contract/core/errors.ts";
import { listShareCredits, listShares, operateLink, showShareInvitation } from "#contract/share/share.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { activityNotFound } from "../activity/index.ts";
import { requireUser, type Caller } from "../http/pipeline/caller.ts";
import type { CallHandler, RpcRouter } from "../http/pipeline/rpc-router.ts";
import type { AppContext } from "../core/app-context.ts";
import { listShareStatistics, listCredits } from "./credit-store.ts";
import type { SharePorts } from "./ports.ts";
import type { ShareLinks } from "./links.ts";
import { maskName } from "./reference.ts";
import type { ShareStore } from "./store.ts";
import { shareMessages } from "./messages.ts";

type Args = ParsedArgsOf<typeof operateLink>;
type Answer = ResultOf<typeof operateLink>;
type ActivityType = "localoffline" | "online";
type ShareDependencies = {
  readonly context: AppContext;
  readonly store: ShareStore;
  readonly links: ShareLinks;
  readonly ports: SharePorts;
};

const modeOf = (type: ActivityType): "offline" | "online" => (type === "online" ? "online" : "offline");
/** Builds the URL of an activity's page with the sharer's reference. */
const linkOf = (
  context: AppContext,
  type: ActivityType,
  activityId: string,
  from: string | undefined,
): string =>
  `${context.origin()}${WEB_BASE}${modeOf(type)}/${activityId}${from === undefined ? "" : `?from=${from}`}`;

async function requireShareCaptcha(
  { ports }: ShareDependencies,
  activityId: string,
  caller: Caller,
): Promise<void> {
  const isSolved = await ports.consumeCaptcha({
    verifyId: caller.captchaVerifyId,
    action: "link",
    activityId,
    userId: requireUser(caller).userId,
    idempotencyKey: caller.idempotencyKey,
  });
  if (!isSolved) throw new Refusal("captchaRequired");
}

async function createLink(
  dependencies: ShareDependencies,
  { id }: Args,
  type: ActivityType,
  caller: Caller,
): Promise<Answer> {
  const { context, store, links } = dependencies;
  const { userId } = requireUser(caller);
  const own = await store.referenceOf(id, userId);
  if (own !== null) return { linkUrl: linkOf(context, type, id, own), counted: false };
  await requireShareCaptcha(dependencies, id, caller);
  const { reference, isNew } = await links.findOrCreate(id, userId);
  return { linkUrl: linkOf(context, type, id, reference), counted: isNew };
}

/**
 * Refuses helpers whom the activity's flow denies permission. Other flow conditions (a car, an earlier step) apply
 * to participants only, since friends are usually new users.
 */
const requirePermission = (ports: SharePorts, id: string, caller: Caller): Promise<void> =>
  ports.refuseForbidden(id, "link", caller).catch((error: unknown) => {
    if (error instanceof Refusal && error.refusal === "noPermission") throw error;
  });

/** Counts the caller for the sharer. A repeated call is answered without a captcha. */
async function recordHelp(
  dependencies: ShareDependencies,
  { id, op, from }: Args & { op: "open" | "claim" },
  type: ActivityType,
  caller: Caller,
): Promise<Answer> {
  const { context, store, links, ports } = dependencies;
  const { userId } = requireUser(caller);
  const sharerId = from === undefined ? null : await links.sharerId(id, from);
  const linkUrl = linkOf(context, type, id, sharerId === null ? undefined : from);
  const isAlreadyCounted =
    op === "claim"
      ? (await store.helpedSharer(id, userId)) !== null
      : sharerId !== null && (await store.hasOpened(id, sharerId, userId));
  const alreadyCounted: Answer = {
    linkUrl,
    counted: false,
    ...(op === "claim" && { remark: shareMessages.helped }),
  };
  if (isAlreadyCounted) return alreadyCounted;
  if (op === "claim") await requirePermission(ports, id, caller);
  await requireShareCaptcha(dependencies, id, caller);
  if (sharerId === null) return { linkUrl, counted: false, remark: shareMessages.unknownInvitation };
  if (sharerId === userId) return { linkUrl, counted: false, remark: shareMessages.self };
  const created_time = new Date(context.clock.now());
  const counted = await store.addHelp({
    activity_id: id,
    sharer_id: sharerId,
    friend_id: userId,
    op,
    created_time,
  });
  return counted ? { linkUrl, counted } : alreadyCounted;
}

export function shareRoutes(
  context: AppContext,
  calls: RpcRouter,
  store: ShareStore,
  links: ShareLinks,
  ports: SharePorts,
): void {
  const dependencies: ShareDependencies = { context, store, links, ports };
  calls.on(operateLink, async (args, caller) => {
    const type = await store.activityType(args.id);
    if (type === null) throw await activityNotFound(context.db, args.id, shareMessages.unknownActivity);
    const { op } = args;
    return op === "share"
      ? createLink(dependencies, args, type, caller)
      : recordHelp(dependencies, { ...args, op }, type, caller);
  });
  const shareInvitation: CallHandler<typeof showShareInvitation> = async ({ activityId, from }) => {
    const sharer = await links.sharer(activityId, from);
    if (sharer === null) throw new Refusal("notFound", { message: shareMessages.unknownInvitation });
    return { nickname: sharer.nickname };
  };
  calls.on(showShareInvitation, shareInvitation, { freshMs: 5_000, staleMs: 60_000 });
  calls.on(listShares, async ({ activityId }, caller) => {
    const rows = await listShareStatistics(context.db, requireUser(caller).userId, activityId ?? null);
    return rows.map((row) => ({
      activityId: row.activity_id,
      activityMode: modeOf(row.activity_type),
      title: row.title,
      coverUrl: row.cover_url,
      linkUrl: linkOf(context, row.activity_type, row.activity_id, row.reference),
      createdTime: toShanghaiIso(row.created_time),
      opens: row.opens,
      helps: row.helps,
      signUps: row.sign_ups,
      leads: row.leads,
    }));
  });
  calls.on(listShareCredits, async ({ activityId }, caller) => {
    const rows = await listCredits(context.db, requireUser(caller).userId, activityId);
    return rows.map(({ kind, name, time }) => ({ kind, name: maskName(name), time: toShanghaiIso(time) }));
  });
}
