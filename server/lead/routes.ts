import { Refusal } from "#contract/core/errors.ts";
import {
  leaveLead,
  listLocalDealers,
  listOwnLeads,
  showLead,
  withdrawLead,
  type Lead,
  type OwnLead,
} from "#contract/lead/lead.ts";
import { leadConsent } from "#contract/lead/consent.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { activityNotFound } from "../activity/index.ts";
import { requireUser, type Caller } from "../http/pipeline/caller.ts";
import type { CallHandler, RpcRouter } from "../http/pipeline/rpc-router.ts";
import { newId } from "../core/ids.ts";
import type { AppContext } from "../core/app-context.ts";
import { bodyHash } from "../core/secrets.ts";
import { inDistrict, nearestFirst } from "../organisation/index.ts";
import type { LeadPorts } from "./ports.ts";
import {
  requireMobileLimit,
  requireLeadPeriod,
  requireValidLeadForm,
  requireLeadMobile,
  type LeadArgs,
} from "./rules.ts";
import { leadStore, type LeadStore, type LeadDetailRow, type OwnLeadRow } from "./store.ts";
import type { LeadRow } from "./tables.ts";
import { leadMessages } from "./messages.ts";
import { leadWriter } from "./writer-store.ts";

const MAX_DEALERS = 50;

const toLead = (row: LeadDetailRow): Lead => ({
  leadId: row.lead_id,
  name: row.name ?? "",
  mobile: maskMobile(row.mobile ?? ""),
  cityCode: row.city_code,
  dealerId: row.dealer_id,
  dealerName: row.dealer && dealerDisplayName(row.dealer),
  seriesCode: row.series_code,
  seriesName: row.series_name,
  answers: row.answers,
  createdTime: toShanghaiIso(row.created_time),
  updatedTime: toShanghaiIso(row.updated_time),
});

const toOwnLead = (row: OwnLeadRow): OwnLead => ({
  ...toLead(row),
  activityId: row.activity_id,
  activityType: row.activity_type,
  title: row.title,
  coverUrl: row.cover_url,
});

/**
 * Finds the response to an earlier request with the same idempotency key; null for a new request.
 * @throws Refusal "conflict" if the body differs
 */
function previousAnswer(
  own: readonly LeadRow[],
  key: string | null,
  hash: string,
): { leadId: string } | null {
  const before = key === null ? undefined : own.find(({ idempotency_key }) => idempotency_key === key);
  if (!before) return null;
  if (before.body_hash !== hash) throw new Refusal("conflict");
  return { leadId: before.lead_id };
}

function leadSubmission(context: AppContext, store: LeadStore, ports: LeadPorts) {
  const writer = leadWriter(context.db);
  return async function submitLead(args: LeadArgs, caller: Caller): Promise<{ leadId: string }> {
    const { userId, mobile: boundMobile } = requireUser(caller);
    const hash = bodyHash(args);
    const [own, activity] = await Promise.all([store.ownLeads(args.id, userId), store.activity(args.id)]);
    const before = previousAnswer(own, caller.idempotencyKey, hash);
    if (before) return before;
    if (!activity) throw await activityNotFound(context.db, args.id, leadMessages.unknownActivity);
    const now = context.clock.now();
    requireLeadPeriod(activity, now);
    requireLeadMobile(activity, boundMobile, ports.bindLink());
    await ports.mustPass(args.id, "lead", caller);
    requireValidLeadForm(
      activity,
      args,
      args.dealerId === undefined || (await store.isDealerOf(args.id, args.dealerId)),
    );
    requireMobileLimit(own, args);
    const isSolved = await ports.consumeCaptcha({
      verifyId: caller.captchaVerifyId,
      action: "lead",
      activityId: args.id,
      userId,
      idempotencyKey: caller.idempotencyKey,
    });
    if (!isSolved) throw new Refusal("captchaRequired");
    const time = new Date(now);
    const leadId = await writer.add(args.id, {
      mobile: args.mobile,
      own_key: own.find(({ mobile }) => mobile === args.mobile)?.mobile_key ?? null,
      lead_id: newId(),
      user_id: userId,
      name: args.name,
      province_code: args.provinceCode,
      city_code: args.cityCode,
      dealer_id: args.dealerId ?? (await store.dealerInCity(args.id, args.cityCode, time)),
      series_code: args.seriesCode ?? null,
      answers: args.answers,
      consent_version: leadConsent.version,
      consent_time: time,
      last_touch: { ...args.channel, time: time.toISOString() },
      idempotency_key: caller.idempotencyKey,
      body_hash: hash,
      created_time: time,
      changed_lead_id: args.changedLeadId ?? null,
    });
    if (leadId === null) throw new Refusal("flowBranch", { remark: leadMessages.tooMany });
    return { leadId };
  };
}

export function leadRoutes(context: AppContext, calls: RpcRouter, store: LeadStore, ports: LeadPorts): void {
  calls.on(leaveLead, leadSubmission(context, store, ports));
  calls.on(showLead, async ({ id }, caller) => {
    const row = await store.newestOwnLead(id, requireUser(caller).userId);
    return row && toLead(row);
  });
  calls.on(listOwnLeads, async (_args, caller) =>
    (await store.leadsOfPerson(requireUser(caller).userId)).map(toOwnLead),
  );
  calls.on(withdrawLead, async ({ id, leadId = null }, caller) => ({
    withdrawn:
      (await store.withdraw(id, requireUser(caller).userId, leadId, new Date(context.clock.now()))) > 0,
  }));
  const shown = leadStore(context.reads);
  const localDealers: CallHandler<typeof listLocalDealers> = async (args) => {
    const { cityCode, districtCode, longitude, latitude } = args;
    const dealers = await shown.localDealers(cityCode, new Date(context.clock.now()));
    const point = longitude !== undefined && latitude !== undefined ? { longitude, latitude } : null;
    return nearestFirst(inDistrict(dealers, districtCode), point, cityCode).slice(0, MAX_DEALERS);
  };
  calls.on(listLocalDealers, localDealers, { freshMs: 5_000, staleMs: 60_000 });
}
