import { sql } from "kysely";
import { clubLimits } from "#contract/club/limits.ts";
import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../database/connection/database.ts";
import { newId } from "../../core/ids.ts";
import { coverOfSeries } from "./groups-store.ts";
import { membersStore } from "../member/members-store.ts";
import { notifyRemovedMembers } from "../notice/notices-store.ts";
import * as z from "zod/mini";

const { introMost, rulesMost } = clubLimits;
const line = (most: number) => z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[^\p{Cc}]*$/u));

/** A group as the maker's team writes it down. */
export const groupPlan = z.strictObject({
  name: line(30),
  intro: line(introMost),
  /** A rule a line. */
  rules: z._default(z.string().check(z.maxLength(rulesMost)), ""),
  /** Address of a stored picture; without one that of its first series, else of the first of all. */
  coverUrl: z.optional(z.string().check(z.regex(/^\/media\/[\w./-]+$/))),
  /** Six digits and the name that is shown; null: of the whole country. */
  city: z._default(
    z.nullable(z.strictObject({ code: z.string().check(z.regex(/^\d{6}$/)), name: line(12) })),
    null,
  ),
  /** Whose owners it is for; empty: every owner's. */
  seriesCodes: z._default(z.array(z.string().check(z.regex(/^[a-z0-9-]{1,20}$/))), []),
  /** Most members. */
  places: z.int().check(z.gte(2), z.lte(100_000)),
  joinMode: z.enum(["open", "approval"]),
});
export type GroupPlan = z.output<typeof groupPlan>;
type Wiring = { readonly db: Database; readonly clock: Clock; readonly by: AuditActor };

/**
 * Makes a group that somebody leads from then on, with its line in the audit log.
 * @param leader user id of a verified owner
 * @returns its id; why not: the leader is no verified owner or in too many groups, a series is unknown, or the name is taken
 */
export function createGroup(
  { db, clock, by }: Wiring,
  plan: GroupPlan,
  leader: string,
): Promise<{ groupId: string } | "noOwner" | "tooManyGroups" | "unknownSeries" | "nameTaken"> {
  const now = new Date(clock.now());
  const groupId = newId();
  return withAuditEntry(
    db,
    async (transaction) => {
      const memberId = await membersStore(transaction).keep(leader, now);
      const { rows } = await sql<{ owner: boolean; groups: number; series: number; is_taken: boolean }>`
        select m.owner, (select count(*)::int from club_membership where member_id = ${memberId} and status in (1, 2)) as groups,
          (select count(*)::int from series where series_code = any(${[...plan.seriesCodes]}::text[])) as series,
          exists (select from club_group where name = ${plan.name} and closed_time is null) as is_taken
        from club_member m where m.member_id = ${memberId} for update`.execute(transaction);
      const [found] = rows;
      if (!found?.owner) return "noOwner";
      if (found.groups >= clubLimits.groupsMost) return "tooManyGroups";
      if (found.series !== new Set(plan.seriesCodes).size) return "unknownSeries";
      if (found.is_taken) return "nameTaken";
      await sql`insert into club_group (group_id, name, cover_url, intro, rules, province_code, city_code, city_name,
          series_codes, places, join_mode, members, created_time)
        values (${groupId}, ${plan.name}, coalesce(${plan.coverUrl ?? null}, ${coverOfSeries(sql`${[...plan.seriesCodes]}::text[]`)}),
          ${plan.intro}, ${plan.rules}, ${plan.city && `${plan.city.code.slice(0, 2)}0000`}, ${plan.city?.code ?? null},
          ${plan.city?.name ?? null}, ${[...plan.seriesCodes]}::text[], ${plan.places}, ${plan.joinMode}, 1, ${now})`.execute(
        transaction,
      );
      await sql`insert into club_membership (group_id, member_id, status, role, since)
        values (${groupId}, ${memberId}, 2, 2, ${now})`.execute(transaction);
      return { groupId };
    },
    (made) =>
      typeof made === "string"
        ? null
        : { by, action: "club.create", about: { kind: "club-group", id: groupId }, outcome: "done", now },
  );
}

/**
 * Closes a group for good: its page and its people are gone, nobody joins or writes in it; what was written in
 * it stays its authors'. Those who were in it, or waited to be, are told.
 */
export function closeGroup(
  { db, clock, by }: Wiring,
  groupId: string,
): Promise<"done" | "again" | "noGroup"> {
  const now = new Date(clock.now());
  return withAuditEntry(
    db,
    async (transaction) => {
      const { rows } = await sql<{ closed_time: Date | null }>`
        select closed_time from club_group where group_id = ${groupId} for update`.execute(transaction);
      const [group] = rows;
      if (!group) return "noGroup";
      if (group.closed_time !== null) return "again";
      const { rows: people } = await sql<{ member_id: string }>`select member_id from club_membership
        where group_id = ${groupId} and status in (1, 2) order by member_id`.execute(transaction);
      const memberIds = people.map(({ member_id }) => member_id);
      await notifyRemovedMembers(transaction, { groupId, outcome: "closed", memberIds }, now);
      for (const table of ["club_membership", "club_group_follow"])
        await sql`delete from ${sql.table(table)} where group_id = ${groupId}`.execute(transaction);
      // Nothing is left to decide.
      await sql`update club_report set settled_time = ${now}
        where kind = 'group' and target_id = ${groupId} and settled_time is null`.execute(transaction);
      await sql`update club_group set closed_time = ${now}, members = 0, followers = 0
        where group_id = ${groupId}`.execute(transaction);
      return "done";
    },
    (outcome) =>
      outcome === "done"
        ? { by, action: "club.close", about: { kind: "club-group", id: groupId }, outcome, now }
        : null,
  );
}
