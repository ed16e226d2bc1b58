import { sql } from "kysely";
import { inTransaction } from "../../database/shared-tables/audit-log.ts";
import type { Database } from "../../database/connection/database.ts";
import { coverOfSeries } from "../group/groups-store.ts";
import { notifyLeader } from "../notification/notifications-store.ts";

/** Name, cover and texts of a group, for the operators who decide complaints about it. */
export type GroupTexts = {
  group_id: string;
  name: string;
  cover_url: string;
  intro: string;
  rules: string;
  is_closed: boolean;
  /** null: no leader. */
  leader_id: string | null;
};

/** Address of a cover that a leader has uploaded (group/leader-routes.ts); the maker's own pictures have other names. */
const UPLOADED_COVER = /^\/media\/club(-t[0-9a-z])?-[0-9a-f]{16}\.jpg$/;

export const groupTextsStore = (db: Database) => ({
  /** Groups by id, closed ones included. */
  async findGroups(ids: readonly string[]): Promise<GroupTexts[]> {
    if (ids.length === 0) return [];
    const { rows } = await sql<GroupTexts>`
      select g.group_id, g.name, g.cover_url, g.intro, g.rules, g.closed_time is not null as is_closed,
        (select ms.member_id from club_membership ms where ms.group_id = g.group_id and ms.status = 2 and ms.role = 2
          limit 1) as leader_id
      from club_group g where g.group_id = any(${[...ids]}::text[])`.execute(db);
    return rows;
  },
  /** Address of an open group's cover that a leader has uploaded and no other group uses; otherwise null. */
  async findUploadedCover(groupId: string): Promise<string | null> {
    const { rows } = await sql<{ cover_url: string }>`
      select g.cover_url from club_group g where g.group_id = ${groupId} and g.closed_time is null
        and not exists (select from club_group o where o.cover_url = g.cover_url and o.group_id <> g.group_id)`.execute(
      db,
    );
    const url = rows[0]?.cover_url ?? "";
    return UPLOADED_COVER.test(url) ? url : null;
  },
  /**
   * Removes a group's texts and cover and notifies its leader.
   * @param intro the neutral text that replaces the group's own
   * @returns the address of the removed cover if a leader has uploaded it and no other group uses it; null: no such
   *   group, or it is closed
   */
  clearGroup: (
    groupId: string,
    intro: string,
    now: Date,
  ): Promise<{ readonly uploadedCover: string | null } | null> =>
    inTransaction(db, async (transaction) => {
      const { rows } = await sql<{ cover_url: string; is_alone: boolean }>`
        with before as (select cover_url from club_group where group_id = ${groupId} and closed_time is null for update)
        update club_group g set intro = ${intro}, rules = '', cover_url = ${coverOfSeries(sql`g.series_codes`)}
        from before where g.group_id = ${groupId}
        returning before.cover_url, not exists (
          select from club_group o where o.cover_url = before.cover_url and o.group_id <> ${groupId}) as is_alone`.execute(
        transaction,
      );
      const [before] = rows;
      if (!before) return null;
      await notifyLeader(transaction, groupId, now);
      const isUploaded = before.is_alone && UPLOADED_COVER.test(before.cover_url);
      return { uploadedCover: isUploaded ? before.cover_url : null };
    }),
});
