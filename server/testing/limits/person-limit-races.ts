import { sql } from "kysely";
import { leaveLead } from "#contract/lead/lead.ts";
import { applyAsOwner } from "#contract/owner/owner.ts";
import { exportPersonalData } from "#contract/privacy/privacy.ts";
import { maxSessions } from "#contract/session/active-sessions.ts";
import { newId } from "../../core/ids.ts";
import { MAX_MOBILES_PER_PERSON } from "../../lead/rules.ts";
import { MAX_APPLICATIONS_PER_DAY } from "../../owner/rules.ts";
import { recordExportRequest } from "../../privacy/export-store.ts";
import { MAX_EXPORTS_PER_DAY } from "../../privacy/routes.ts";
import { sessionStore } from "../../session/store.ts";
import { testVin } from "../samples/sample-vin.ts";
import { countRows, withoutLocks } from "../races/race.ts";
import type { RaceEnvironment } from "../races/race-environment.ts";
import type { RacePerson } from "../races/race-people.ts";
import { atOnce, countSuccesses, rewritten, type LimitRace } from "./limit-race.ts";

const DAY = 86_400_000;
const onePerson = async (field: RaceEnvironment): Promise<RacePerson> =>
  (await field.people(1))[0] as RacePerson;

let mobiles = 0;
const leads: LimitRace = {
  name: "mobiles in leads",
  left: MAX_MOBILES_PER_PERSON,
  guardRemoval: withoutLocks,
  async fire(field, times) {
    const id = await field.open({ activityType: "online", pageType: "lead", startTime: Date.now() - 1_000 });
    const { token, userId } = await onePerson(field);
    const passes = await field.passes(
      Array.from({ length: times }, () => ({ action: "lead" as const, activityId: id, userId })),
    );
    const form = { id, name: "林晓岚", provinceCode: "310000", cityCode: "310100", consent: true as const };
    const answers = await atOnce(times, (at) =>
      field.call(
        at,
        leaveLead,
        { ...form, mobile: `139${String(70_000_000 + mobiles++)}` },
        { token, captchaVerifyId: passes[at] ?? "" },
      ),
    );
    const rows = await countRows(field, "lead", { activity_id: id });
    return Math.max(rows, countSuccesses(answers));
  },
};

/** The unique index of applications under review would hide the missing lock. */
const dailyLimitOut = {
  ...rewritten(/on conflict \(user_id\) where status = 1 do nothing/, ""),
  away: ["drop index owner_application_under_review"],
  back: [
    "delete from owner_application",
    "create unique index owner_application_under_review on owner_application (user_id) where status = 1",
  ],
};
const ownerApplications: LimitRace = {
  name: "owner applications",
  left: 1,
  guardRemoval: dailyLimitOut,
  async fire(field, times) {
    field.reviewer.isWaiting = true;
    const { token, userId } = await onePerson(field);
    await sql`
      insert into owner_application (application_id, user_id, mobile, mobile_key, vin, vin_key, series_code,
        consent_version, status, created_time)
      select ${userId} || n, ${userId}, '', '', '', ${userId} || n, 'e7', '1', 3, now()
      from generate_series(1, ${MAX_APPLICATIONS_PER_DAY - 1}) as n`.execute(field.db);
    const pictureIds = Array.from({ length: times }, () => newId());
    await sql`
      insert into picture_upload (picture_id, user_id, storage_key, created_time)
      select p, ${userId}, p || '.jpg', now() from unnest(${pictureIds}::text[]) as p`.execute(field.db);
    await atOnce(times, (at) =>
      field.call(
        at,
        applyAsOwner,
        { vin: testVin(), seriesCode: "e7", pictureId: pictureIds[at] ?? "", consent: true },
        { token },
      ),
    );
    const added = await countRows(field, "owner_application", { user_id: userId });
    await sql`delete from owner_application where user_id = ${userId}`.execute(field.db);
    field.reviewer.isWaiting = false;
    return added - (MAX_APPLICATIONS_PER_DAY - 1);
  },
};

/**
 * One export is left: each server makes one at a time (its queue), so that only the first two, one on each server, are sure
 * to meet. Of five, the servers could use up each at a different moment, and the limit held by chance.
 */
const exports: LimitRace = {
  name: "exports of personal data",
  left: 1,
  guardRemoval: withoutLocks,
  async fire(field, times) {
    const { token, userId } = await onePerson(field);
    const asked = { userId, by: { kind: "user", id: userId, host: "test" }, now: new Date() } as const;
    for (let made = 1; made < MAX_EXPORTS_PER_DAY; made++)
      await recordExportRequest(field.db, asked, Infinity);
    return countSuccesses(await atOnce(times, (at) => field.call(at, exportPersonalData, {}, { token })));
  },
};

const sessions: LimitRace = {
  name: "sessions",
  left: maxSessions,
  guardRemoval: rewritten(
    /select token_hash from user_session where user_id =/,
    "select token_hash from user_session where false and user_id =",
  ),
  async fire(field, times) {
    const { userId } = await onePerson(field);
    const now = new Date();
    await atOnce(times, (at) => {
      const { context, modules } = field.servers[at % 2 === 0 ? 0 : 1];
      return sessionStore(context.db, modules.sessions.cache).open(
        userId,
        now,
        new Date(now.getTime() + DAY),
      );
    });
    return countRows(field, "user_session", { user_id: userId });
  },
};

export const personLimitRaces: readonly LimitRace[] = [leads, ownerApplications, exports, sessions];
