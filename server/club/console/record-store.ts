import { sql } from "kysely";
import type { ComplaintReason } from "#contract/club/complaints.ts";
import type { Database } from "../../database/connection/database.ts";
import { isBarredAt, memberColumns } from "../member/members-store.ts";
import type { MemberRow } from "../rules.ts";

export type ClubRecordRow = MemberRow & {
  created_time: Date;
  is_barred: boolean;
  barred_time: Date | null;
  barred_until: Date | null;
  barred_reason: ComplaintReason | null;
  barred_by: string | null;
  articles: number;
  comments: number;
  hidden: number;
  upheld: number;
  complaints: number;
  rejected: number;
  bars: number;
  groups: { groupId: string; name: string; role: number }[];
};

/** Reads the record of a member; a merged one is that of the member who remained. */
export async function findClubRecord(
  db: Database,
  memberId: string,
  now: Date,
): Promise<ClubRecordRow | null> {
  const { rows } = await sql<ClubRecordRow>`
    select ${memberColumns("m")}, m.created_time, ${isBarredAt("m", now)} as is_barred, m.barred_time, m.barred_until,
      m.barred_reason, m.barred_by,
      (select count(*)::int from club_article a where a.member_id = m.member_id and a.status <> 3) as articles,
      (select count(*)::int from club_comment c where c.member_id = m.member_id and c.status <> 3) as comments,
      (select count(*)::int from club_article a where a.member_id = m.member_id and a.status = 2)
        + (select count(*)::int from club_comment c where c.member_id = m.member_id and c.status = 2) as hidden,
      (select count(*)::int from club_decision d where d.member_id = m.member_id and d.ended_time is null
        and d.kind in ('article', 'comment') and d.decision in ('hide', 'remove', 'bar')) as upheld,
      (select count(*)::int from club_report r where r.kind = 'member' and r.target_id = m.member_id)
        + (select count(*)::int from club_article a join club_report r on r.kind = 'article' and r.target_id = a.article_id
          where a.member_id = m.member_id and r.reason <> 'review')
        + (select count(*)::int from club_comment c join club_report r on r.kind = 'comment' and r.target_id = c.comment_id
          where c.member_id = m.member_id and r.reason <> 'review') as complaints,
      (select count(*)::int from club_decision d where d.member_id = m.member_id and d.ended_time is null
        and d.decision = 'reject') as rejected,
      (select count(*)::int from club_decision d where d.member_id = m.member_id and d.decision = 'bar'
        and d.ended_how is distinct from 'undone') as bars,
      coalesce((select jsonb_agg(jsonb_build_object('groupId', g.group_id, 'name', g.name, 'role', ms.role) order by ms.role desc, ms.since)
        from club_membership ms join club_group g on g.group_id = ms.group_id
        where ms.member_id = m.member_id and ms.status = 2), '[]') as groups
    from club_member asked join club_member m on m.member_id = coalesce(asked.merged_into, asked.member_id)
    where asked.member_id = ${memberId}`.execute(db);
  return rows[0] ?? null;
}
