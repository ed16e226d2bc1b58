import { createCaptcha } from "#contract/captcha/captcha.ts";
import { revealLead } from "#contract/lead/desk.ts";
import { Refusal } from "#contract/core/errors.ts";
import { sql } from "kysely";
import { captchaLimits } from "../../captcha/limits.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/connection/database.ts";
import { limitCounter } from "../../database/shared-tables/limit-count.ts";
import { limitMisses, MAX_MISSES } from "../../database/shared-tables/staff-link-misses.ts";
import { createStaffLinks } from "../../database/shared-tables/staff-links.ts";
import { rateLimitStore } from "../../identity/rate-limit-store.ts";
import { MAX_REVEALS_PER_HOUR } from "../../lead/desk/store.ts";
import { leadWriter } from "../../lead/writer-store.ts";
import { withoutLocks } from "../races/race.ts";
import type { RaceEnvironment } from "../races/race-environment.ts";
import { atOnce, countSuccesses, rewritten, type LimitRace } from "./limit-race.ts";

const LEFT = 4;
const HOUR = 3_600_000;
const databaseOf = ({ servers }: RaceEnvironment, at: number): Database =>
  servers[at % 2 === 0 ? 0 : 1].context.db;

const uploads: LimitRace = {
  name: "uploads",
  left: LEFT,
  guardRemoval: rewritten(/kept\.count < (\$\d+::int)/, "kept.count < 1000 + $1"),
  async fire(field, times) {
    const [subject, now] = [`race ${newId()}`, Date.now()];
    // Of parallel calls the earlier one may be counted last, in another process with a clock of its own.
    const waits = await atOnce(times, (at) =>
      limitCounter(databaseOf(field, at)).take(subject, { most: LEFT, window: HOUR }, now - 7 * at),
    );
    return waits.filter((wait) => wait === 0).length;
  },
};

const logins: LimitRace = {
  name: "SMS and passwords",
  left: LEFT,
  guardRemoval: rewritten(/identity_count\.done < (\$\d+)/, "identity_count.done < 1000 + $1::int"),
  async fire(field, times) {
    const [subject, now] = [`race ${newId()}`, Date.now()];
    const rule = { max: LEFT, window: HOUR, from: "first", gap: 0 } as const;
    const results = await atOnce(times, (at) =>
      rateLimitStore(databaseOf(field, at)).take(subject, rule, now),
    );
    return results.filter(({ isAllowed }) => isAllowed).length;
  },
};

const puzzles: LimitRace = {
  name: "captcha",
  left: captchaLimits.createsByUser.most,
  guardRemoval: rewritten(/greatest\(existing\.count \+/, "greatest(0 +"),
  async fire(field, times) {
    const [person] = await field.people(1);
    const options = { token: person?.token ?? "" };
    // Without a picture, since drawing takes time.
    const purpose = { action: "signup", activityId: "1", way: "work" } as const;
    return countSuccesses(await atOnce(times, (at) => field.call(at, createCaptcha, purpose, options)));
  },
};

const misses: LimitRace = {
  name: "misses of a staff link",
  left: MAX_MISSES,
  guardRemoval: rewritten(/<= (\$\d+) returning 1/, "<= 1000 + $1::int returning 1"),
  async fire(field, times) {
    const linkId = newId();
    const { clock } = field.servers[0].context;
    const tries = await atOnce(times, (at) =>
      limitMisses({ db: databaseOf(field, at), clock }, linkId, () =>
        Promise.reject(new Refusal("notFound")),
      ).catch((error: unknown) => (error instanceof Refusal ? error.refusal : "fault")),
    );
    return tries.filter((refusal) => refusal === "notFound").length;
  },
};

/** Adds an activity with a lead of each of so many people. @returns the activity and the leads */
async function addLeads(field: RaceEnvironment, count: number): Promise<{ id: string; leadIds: string[] }> {
  const id = await field.open({ activityType: "online", pageType: "lead", startTime: Date.now() - 1_000 });
  const now = new Date();
  const writer = leadWriter(field.db);
  const added = (await field.people(count)).map(({ userId, mobile }) => ({
    lead_id: newId(),
    user_id: userId,
    mobile,
    name: "林晓岚",
    province_code: "310000",
    city_code: "310100",
    dealer_id: null,
    series_code: null,
    answers: {},
    consent_version: "1",
    consent_time: now,
    created_time: now,
    last_touch: { time: now.toISOString() },
    idempotency_key: null,
    body_hash: "",
    own_key: null,
    changed_lead_id: null,
  }));
  await Promise.all(added.map((lead) => writer.add(id, lead)));
  return { id, leadIds: added.map(({ lead_id }) => lead_id) };
}
const reveals: LimitRace = {
  name: "revealed mobiles",
  left: LEFT,
  guardRemoval: withoutLocks,
  async fire(field, times) {
    const used = MAX_REVEALS_PER_HOUR - LEFT;
    const { id, leadIds } = await addLeads(field, used + times);
    const links = createStaffLinks({ db: field.db, clock: field.servers[0].context.clock }, "lead_link");
    const link = await links.add({ activity_id: id, dealer_id: null });
    await sql`insert into lead_reveal (reveal_id, lead_id, link_id, revealed_by, revealed_time)
      select l.lead_id, l.lead_id, k.link_id, '', now() from lead_link k, unnest(${leadIds.slice(0, used)}::text[]) as l(lead_id)
      where k.activity_id = ${id}`.execute(field.db);
    const [rest, by] = [leadIds.slice(used), "王店"];
    return countSuccesses(
      await atOnce(times, (at) => field.call(at, revealLead, { link, by, leadId: rest[at] ?? "" })),
    );
  },
};

export const counterLimitRaces: readonly LimitRace[] = [uploads, logins, puzzles, misses, reveals];
