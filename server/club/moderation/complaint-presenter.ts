import type { Complaint } from "#contract/club/complaints.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { ClubContext } from "../club-context.ts";
import type { ComplaintRow, ReportRow } from "./complaints-store.ts";
import type { GroupTexts } from "./group-texts-store.ts";
import { authorOf } from "../rules.ts";

const statuses = { 1: "shown", 2: "hidden", 3: "deleted" } as const;
const statusOf = (status: number) => statuses[status as 1 | 2 | 3] ?? "deleted";
const idsOf = (rows: readonly ComplaintRow[], wanted: ComplaintRow["kind"]): string[] =>
  rows.flatMap(({ kind, target_id }) => (kind === wanted ? [target_id] : []));

const textsOf = ({ group_id: groupId, name, cover_url: coverUrl, intro, rules }: GroupTexts) => ({
  groupId,
  name,
  coverUrl,
  intro,
  rules,
});

const reportOf = ({ reason, detail, ...row }: ReportRow): Complaint["reports"][number] => ({
  reporter: authorOf(row),
  reason,
  detail,
  createdTime: toShanghaiIso(row.created_time),
});

/** Author (of a group: its leader) and status of a target; null: a group without a leader. */
type FoundTarget = { readonly member_id: string | null; readonly status: number };
const foundGroup = ({ group_id, leader_id, is_closed }: GroupTexts) =>
  [`group ${group_id}`, { member_id: leader_id, status: is_closed ? 3 : 1 }] as const;

/** Complaints as operators see them; the number of statements does not depend on the number of complaints. */
export async function presentComplaints(
  { complaints, present, time }: Pick<ClubContext, "complaints" | "present" | "time">,
  rows: readonly ComplaintRow[],
  isDecided: boolean,
): Promise<Complaint[]> {
  if (rows.length === 0) return [];
  const [articleRows, commentRows, groupRows, reports] = await Promise.all([
    complaints.findArticles(idsOf(rows, "article")),
    complaints.findComments(idsOf(rows, "comment")),
    complaints.findGroups(idsOf(rows, "group")),
    complaints.listReports(isDecided, rows),
  ]);
  const leaders = groupRows.flatMap(({ leader_id }) => leader_id ?? []);
  const writers = [...articleRows, ...commentRows].map(({ member_id }) => member_id);
  const [articles, comments, people] = await Promise.all([
    present.articles(articleRows, null),
    present.comments(commentRows, null),
    complaints.findPeople([...new Set([...writers, ...leaders, ...idsOf(rows, "member")])], time()),
  ]);
  const found = new Map<string, FoundTarget>([
    ...articleRows.map((row) => [`article ${row.article_id}`, row] as const),
    ...commentRows.map((row) => [`comment ${row.comment_id}`, row] as const),
    ...idsOf(rows, "member").map((id) => [`member ${id}`, { member_id: id, status: 1 }] as const),
    ...groupRows.map(foundGroup),
  ]);
  const groupTexts = new Map(groupRows.map((row) => [row.group_id, textsOf(row)]));
  return rows.flatMap((row): Complaint[] => {
    const { kind, target_id: targetId } = row;
    const about = found.get(`${kind} ${targetId}`);
    const person = people.get(about?.member_id ?? "");
    if (!about || (!person && kind !== "group")) return [];
    const { decision, decided_by: by, settled_time: time } = row;
    return [
      {
        kind,
        targetId,
        count: row.count,
        newestId: row.newest_id,
        newestTime: toShanghaiIso(row.newest_time),
        person: person ? authorOf(person) : null,
        barred: person?.is_barred ?? false,
        status: statusOf(about.status),
        article: articles.find(({ articleId }) => kind === "article" && articleId === targetId) ?? null,
        comment: comments.find(({ commentId }) => kind === "comment" && commentId === targetId) ?? null,
        group: groupTexts.get(kind === "group" ? targetId : "") ?? null,
        reports: reports.filter((one) => one.kind === kind && one.target_id === targetId).map(reportOf),
        decided: decision && by !== null && time ? { decision, by, time: toShanghaiIso(time) } : null,
      },
    ];
  });
}
