import { sql } from "kysely";
import { clubLimits } from "#contract/club/limits.ts";
import { withAuditEntry, type AuditActor } from "../../database/shared-tables/audit-log.ts";
import type { Clock } from "../../core/clock.ts";
import type { Database } from "../../database/connection/database.ts";
import { newId } from "../../core/ids.ts";
import { coverOfSeries } from "./groups-store.ts";
import { membersStore } from "../member/members-store.ts";
import { notifyNewLeader, notifyRemovedMembers } from "../notification/notifications-store.ts";
import type { GroupPlan } from "./group-plan.ts";
import { leaderStore } from "./leader-store.ts";

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

/** Fields of a group that operators edit. */
export type GroupChange = Omit<GroupPlan, "coverUrl"> & {
  /** Operator who edits it. */
  readonly operatorId: string;
  /** Revision that the operator saw. */
  readonly basedOn: number;
};
/** Why a group was not edited; `conflict`: somebody else has edited it. */
export type GroupFault =
  | "noGroup"
  | "closed"
  | "unknownSeries"
  | "nameTaken"
  | { readonly members: number }
  | {
      readonly conflict: {
        readonly by: string | null;
        readonly time: Date | null;
        readonly fields: string[];
      };
    };

type EditedGroup = {
  closed_time: Date | null;
  revision: number;
  changed_by: string | null;
  changed_time: Date | null;
  members: number;
  series: number;
  is_taken: boolean;
  name: string;
  intro: string;
  rules: string;
  city_code: string | null;
  series_codes: string[];
  places: number;
  join_mode: string;
};
/** Names of the fields in which the group differs from the change. */
const changedFields = (row: EditedGroup, change: GroupChange): string[] =>
  Object.entries({
    name: row.name !== change.name,
    intro: row.intro !== change.intro,
    rules: row.rules !== change.rules,
    cityCode: row.city_code !== (change.city?.code ?? null),
    seriesCodes: row.series_codes.toSorted().join() !== change.seriesCodes.toSorted().join(),
    places: row.places !== change.places,
    joinMode: row.join_mode !== change.joinMode,
  }).flatMap(([field, isChanged]) => (isChanged ? [field] : []));

async function lockEditedGroup(
  transaction: Database,
  groupId: string,
  { name, seriesCodes }: GroupChange,
): Promise<EditedGroup | null> {
  await sql`select 1 from club_group where group_id = ${groupId} for no key update`.execute(transaction);
  const { rows } = await sql<EditedGroup>`
    select closed_time, revision, changed_by, changed_time, members, name, intro, rules, city_code, series_codes, places,
      join_mode, (select count(*)::int from series where series_code = any(${[...seriesCodes]}::text[])) as series,
      exists (select from club_group o where o.name = ${name} and o.closed_time is null and o.group_id <> ${groupId}) as is_taken
    from club_group where group_id = ${groupId}`.execute(transaction);
  return rows[0] ?? null;
}
function faultOf(row: EditedGroup | null, change: GroupChange): GroupFault | null {
  if (row === null) return "noGroup";
  if (row.closed_time !== null) return "closed";
  if (row.revision !== change.basedOn)
    return { conflict: { by: row.changed_by, time: row.changed_time, fields: changedFields(row, change) } };
  if (row.series !== new Set(change.seriesCodes).size) return "unknownSeries";
  if (row.is_taken) return "nameTaken";
  return row.members > change.places ? { members: row.members } : null;
}
/** Edits a group and writes it to the audit log. @returns its revision, or why it was refused */
export function editGroupDetails(
  { db, clock, by }: AdminContext,
  groupId: string,
  change: GroupChange,
): Promise<{ readonly revision: number } | GroupFault> {
  const now = new Date(clock.now());
  return withAuditEntry<{ readonly revision: number } | GroupFault>(
    db,
    async (transaction) => {
      const fault = faultOf(await lockEditedGroup(transaction, groupId, change), change);
      if (fault !== null) return fault;
      const { city } = change;
      const { rows } = await sql<{ revision: number }>`
        update club_group set name = ${change.name}, intro = ${change.intro}, rules = ${change.rules},
          province_code = ${city && `${city.code.slice(0, 2)}0000`}, city_code = ${city?.code ?? null},
          city_name = ${city?.name ?? null}, series_codes = ${[...change.seriesCodes]}::text[], places = ${change.places},
          join_mode = ${change.joinMode}, edited_time = case when (intro, rules) is distinct from (${change.intro}, ${change.rules})
            then ${now} else edited_time end, changed_by = ${change.operatorId}, changed_time = ${now}
        where group_id = ${groupId} returning revision`.execute(transaction);
      return { revision: rows[0]?.revision ?? change.basedOn };
    },
    (edited) =>
      typeof edited === "object" && "revision" in edited
        ? { by, action: "club.edit", about: { kind: "club-group", id: groupId }, outcome: "details", now }
        : null,
  );
}

/**
 * Makes a member the leader of a group, the one before a helper, and notifies both.
 * @returns why it was refused: `noOwner`, the member is not a verified owner any more
 */
export function changeLeader(
  { db, clock, by }: AdminContext,
  groupId: string,
  memberId: string,
): Promise<"done" | "noGroup" | "closed" | "notMember" | "isLeader" | "noOwner"> {
  const now = new Date(clock.now());
  return withAuditEntry(
    db,
    async (transaction) => {
      const { rows } = await sql<{ is_closed: boolean }>`select closed_time is not null as is_closed
        from club_group where group_id = ${groupId} for no key update`.execute(transaction);
      const [group] = rows;
      if (!group) return "noGroup";
      if (group.is_closed) return "closed";
      const { rows: people } = await sql<{ member_id: string; is_leader: boolean; owner: boolean }>`
        select ms.member_id, ms.role = 2 as is_leader, m.owner from club_membership ms
        join club_member m on m.member_id = ms.member_id
        where ms.group_id = ${groupId} and ms.status = 2 and (ms.role = 2 or ms.member_id = ${memberId})`.execute(
        transaction,
      );
      const next = people.find(({ member_id }) => member_id === memberId);
      if (next && !next.owner) return "noOwner";
      const before = people.find(({ is_leader }) => is_leader)?.member_id ?? null;
      const outcome = await leaderStore(transaction).handOver(groupId, memberId);
      if (outcome === "notMember" || outcome === "isLeader") return outcome;
      await notifyNewLeader(transaction, { groupId, leader: memberId, before }, now);
      return "done";
    },
    (outcome) =>
      outcome === "done"
        ? {
            by,
            action: "club.hand-over",
            about: { kind: "club-member", id: `${groupId}/${memberId}` },
            outcome,
            now,
          }
        : null,
  );
}

/**
 * Closes a group permanently: deletes its memberships and follows and notifies members and applicants. Its articles
 * stay with their authors.
 */
export async function closeGroup(
  context: AdminContext,
  groupId: string,
): Promise<"done" | "again" | "noGroup"> {
  const closed = await closeGroupCounted(context, groupId);
  return typeof closed === "string" ? closed : "done";
}
/** As `closeGroup`. @returns the number of members and applicants who were notified */
export function closeGroupCounted(
  { db, clock, by }: AdminContext,
  groupId: string,
): Promise<{ readonly notified: number } | "again" | "noGroup"> {
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
      return { notified: memberIds.length };
    },
    (closed) =>
      typeof closed === "string"
        ? null
        : { by, action: "club.close", about: { kind: "club-group", id: groupId }, outcome: "done", now },
  );
}
