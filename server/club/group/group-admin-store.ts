import { sql } from "kysely";
import { clubLimits } from "#contract/club/limits.ts";
import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../database/connection/database.ts";
import { newId } from "../../core/ids.ts";
import { coverOfSeries } from "./groups-store.ts";
import { membersStore } from "../member/members-store.ts";
import { notifyRemovedMembers } from "../notification/notifications-store.ts";
import type { GroupPlan } from "./group-plan.ts";

type AdminContext = { readonly db: Database; readonly clock: Clock; readonly by: AuditActor };

/**
 * Creates a group and writes it to the audit log.
 * @param leader user id of a verified owner
 * @returns its id, or why it was refused: `noOwner`, the leader is not a verified owner; `tooManyGroups`, the leader is
 *   in too many; `unknownSeries`; `nameTaken`
 */
export function createGroup(
  { db, clock, by }: AdminContext,
  plan: GroupPlan,
  leader: string,
): Promise<{ groupId: string } | "noOwner" | "tooManyGroups" | "unknownSeries" | "nameTaken"> {
  const now = new Date(clock.now());
  const groupId = newId();
  return withAuditEntry(
    db,
    async (transaction) => {
      const memberId = await membersStore(transaction).findOrCreate(leader, now);
      // Locked before the groups are counted, because a statement that waits for a lock counts what it saw before.
      await sql`select 1 from club_member where member_id = ${memberId} for update`.execute(transaction);
      const { rows } = await sql<{ owner: boolean; groups: number; series: number; is_taken: boolean }>`
        select m.owner, (select count(*)::int from club_membership where member_id = ${memberId} and status in (1, 2)) as groups,
          (select count(*)::int from series where series_code = any(${[...plan.seriesCodes]}::text[])) as series,
          exists (select from club_group where name = ${plan.name} and closed_time is null) as is_taken
        from club_member m where m.member_id = ${memberId}`.execute(transaction);
      const [found] = rows;
      if (!found?.owner) return "noOwner";
      if (found.groups >= clubLimits.maxGroups) return "tooManyGroups";
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
 * Closes a group permanently: deletes its memberships and follows and notifies members and applicants. Its articles
 * stay with their authors.
 */
export function closeGroup(
  { db, clock, by }: AdminContext,
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
      // Settles open complaints, because a closed group cannot be decided any more.
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
