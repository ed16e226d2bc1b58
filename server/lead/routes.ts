import { Refusal } from "#contract/errors.ts";
import {
  leaveLead,
  listLocalDealers,
  listOwnLeads,
  showLead,
  withdrawLead,
  type Lead,
  type OwnLead,
} from "#contract/lead.ts";
import { leadConsent } from "#contract/lead-consent.ts";
import { maskMobile } from "#contract/mask-mobile.ts";
import { shownName } from "#contract/shown-name.ts";
import { momentOf, notThere } from "../activity/index.ts";
import { userOf, type Caller } from "../http/caller.ts";
import type { Calls } from "../http/calls.ts";
import { newId } from "../ids.ts";
import type { Kit } from "../kit.ts";
import { bodyHash } from "../secrets.ts";
import { nearestFirst } from "../organisation/index.ts";
import type { LeadDoors } from "./doors.ts";
import { mustBeFew, mustBeOpen, mustFit, mustHaveMobile, type LeadArgs } from "./rules.ts";
import type { LeadStore, NamedLead, OwnLeadRow } from "./store.ts";
import type { LeadRow } from "./tables.ts";
import { words } from "./words.ts";
import { leadWriter } from "./writer.ts";

const DEALERS_MOST = 50;

const toLead = (row: NamedLead): Lead => ({
  leadId: row.lead_id,
  name: row.name ?? "",
  mobile: maskMobile(row.mobile ?? ""),
  cityCode: row.city_code,
  dealerId: row.dealer_id,
  dealerName: row.dealer && shownName(row.dealer),
  seriesCode: row.series_code,
  seriesName: row.series_name,
  answers: row.answers,
  createdTime: momentOf(row.created_time),
  updatedTime: momentOf(row.updated_time),
});

const toOwnLead = (row: OwnLeadRow): OwnLead => ({
  ...toLead(row),
  activityId: row.activity_id,
  activityType: row.activity_type,
  title: row.title,
  coverUrl: row.cover_url,
});

/**
 * The answer to a request that was answered before, null where it is a new one.
 * @throws Refusal "conflict" where the same key comes with another body
 */
function answeredBefore(
  own: readonly LeadRow[],
  key: string | null,
  hash: string,
): { leadId: string } | null {
  const before = key === null ? undefined : own.find(({ idempotency_key }) => idempotency_key === key);
  if (!before) return null;
  if (before.body_hash !== hash) throw new Refusal("conflict");
  return { leadId: before.lead_id };
}

function leadTaker(kit: Kit, store: LeadStore, doors: LeadDoors) {
  const writer = leadWriter(kit.db);
  return async function take(args: LeadArgs, caller: Caller): Promise<{ leadId: string }> {
    const { userId, mobile: bound } = userOf(caller);
    const hash = bodyHash(args);
    const [own, activity] = await Promise.all([store.own(args.id, userId), store.activity(args.id)]);
    const before = answeredBefore(own, caller.idempotencyKey, hash);
    if (before) return before;
    if (!activity) throw await notThere(kit.db, args.id, words.unknownActivity);
    const now = kit.clock.now();
    mustBeOpen(activity, now);
    mustHaveMobile(activity, bound, doors.bindLink());
    await doors.mustPass(args.id, "lead", caller);
    mustFit(activity, args, args.dealerId === undefined || (await store.isDealerOf(args.id, args.dealerId)));
    mustBeFew(own, args);
    const isSolved = await doors.consumeCaptcha({
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
      lead_id: newId(),
      user_id: userId,
      name: args.name,
      province_code: args.provinceCode,
      city_code: args.cityCode,
      dealer_id: args.dealerId ?? (await store.dealerIn(args.id, args.cityCode, time)),
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
    return { leadId };
  };
}

export function leadRoutes(kit: Kit, calls: Calls, store: LeadStore, doors: LeadDoors): void {
  calls.on(leaveLead, leadTaker(kit, store, doors));
  calls.on(showLead, async ({ id }, caller) => {
    const row = await store.shown(id, userOf(caller).userId);
    return row && toLead(row);
  });
  calls.on(listOwnLeads, async (_args, caller) =>
    (await store.ofPerson(userOf(caller).userId)).map(toOwnLead),
  );
  calls.on(withdrawLead, async ({ id, leadId = null }, caller) => ({
    withdrawn: (await store.withdraw(id, userOf(caller).userId, leadId, new Date(kit.clock.now()))) > 0,
  }));
  calls.on(
    listLocalDealers,
    async ({ cityCode, longitude, latitude }) => {
      const dealers = await store.localDealers(cityCode, new Date(kit.clock.now()));
      const point = longitude !== undefined && latitude !== undefined ? { longitude, latitude } : null;
      return nearestFirst(dealers, point, cityCode).slice(0, DEALERS_MOST);
    },
    { freshMs: 5_000, staleMs: 60_000 },
  );
}
