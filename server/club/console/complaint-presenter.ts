import type { Complaint } from "#contract/club/complaints.ts";
import type { ComplaintDetail, ListedComplaint } from "#contract/console/club/complaints.ts";
import { COMPLAINT_TIME } from "#contract/console/club/shapes.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { Database } from "../../database/connection/database.ts";
import type { ClubContext } from "../club-context.ts";
import { clubMessages } from "../messages.ts";
import { presentComplaints } from "../moderation/complaint-presenter.ts";
import { excerptOf, plainTextOf } from "../text/rich-text.ts";
import type { ListedComplaintRow, PastDecisionRow } from "./complaint-list-store.ts";
import type { ClubConsolePorts } from "./ports.ts";
import { presentRecord, type NamesFor } from "./present.ts";
import { findClubRecord } from "./record-store.ts";

const { console: messages } = clubMessages;
type Options = { readonly isDecided: boolean; readonly names: NamesFor; /** ms */ readonly now: number };
const EXCERPT = 60;

const idOf = ({ kind, targetId }: Complaint): string => `${kind}/${targetId}`;
function excerptOfComplaint({ article, comment, group }: Complaint): string {
  if (article) return article.title || excerptOf(article.content, EXCERPT);
  return comment ? excerptOf(comment.content, EXCERPT) : (group?.name ?? "");
}

function presentRow(row: ListedComplaintRow, complaint: Complaint, { names, now }: Options): ListedComplaint {
  const { person, decided } = complaint;
  const due = row.since.getTime() + COMPLAINT_TIME;
  return {
    complaintId: row.row_id,
    kind: row.kind,
    newestId: row.newest_id,
    count: row.count,
    reason: row.main_reason,
    isReview: row.is_review,
    excerpt: excerptOfComplaint(complaint),
    pictures: complaint.article?.images.length ?? 0,
    person: person && names.person(person, complaint.barred),
    group: row.group_id === null ? null : { groupId: row.group_id, name: row.group_name ?? "" },
    status: complaint.status,
    since: toShanghaiIso(row.since),
    dueTime: toShanghaiIso(new Date(due)),
    isOverdue: decided === null && due <= now,
    decided: decided && {
      decisionId: row.decision_id,
      decision: decided.decision,
      reason: row.decision_reason,
      days: row.days,
      by: decided.by,
      time: decided.time,
    },
  };
}

/** Complaints by the id of their row; without those whose target is gone. */
export async function presentComplaintRows(
  club: ClubContext,
  rows: readonly ListedComplaintRow[],
  options: Options,
): Promise<ReadonlyMap<string, ListedComplaint>> {
  const complaints = new Map(
    (await presentComplaints(club, rows, options.isDecided)).map((one) => [idOf(one), one]),
  );
  return new Map(
    rows.flatMap((row) => {
      const complaint = complaints.get(row.row_id);
      return complaint ? [[row.row_id, presentRow(row, complaint, options)] as const] : [];
    }),
  );
}

/** The text of what was complained about, as text. */
function contentOf({ article, comment, group }: Complaint): ComplaintDetail["content"] {
  return {
    title: article?.title ?? group?.name ?? "",
    text: plainTextOf(article?.content ?? comment?.content ?? "") || (group?.intro ?? ""),
    images: article?.images ?? (group && group.coverUrl !== "" ? [group.coverUrl] : []),
    createdTime: article?.createdTime ?? comment?.createdTime ?? null,
    editedTime: article?.editedTime ?? null,
    likes: article?.likes ?? comment?.likes ?? 0,
    comments: article?.comments ?? 0,
    articleId: article?.articleId ?? comment?.articleId ?? null,
    rules: group?.rules ?? null,
  };
}

function presentDecision(
  row: PastDecisionRow,
  operators: ReadonlyMap<string, string>,
): ComplaintDetail["decisions"][number] {
  const nameOf = (id: string | null): string =>
    id === null ? messages.link : (operators.get(id) ?? messages.colleague);
  return {
    decisionId: row.decision_id,
    decision: row.decision,
    reason: row.reason,
    days: row.days,
    by: nameOf(row.operator_id),
    time: toShanghaiIso(row.decided_time),
    ended:
      row.ended_how === null || row.ended_time === null
        ? null
        : { how: row.ended_how, by: nameOf(row.ended_by), time: toShanghaiIso(row.ended_time) },
  };
}

/** One complaint with everything that a decision needs. @throws Refusal "notFound" */
export async function presentComplaintDetail(
  { club, db, ports }: { club: ClubContext; db: Database; ports: ClubConsolePorts },
  row: ListedComplaintRow,
  decisions: readonly PastDecisionRow[],
  options: Options,
): Promise<ComplaintDetail> {
  const [complaint] = await presentComplaints(club, [row], options.isDecided);
  if (!complaint) throw new Refusal("notFound", { message: messages.gone });
  const { person } = complaint;
  const record = person === null ? null : await findClubRecord(db, person.id, new Date(options.now));
  const ids = [
    record?.barred_by,
    ...decisions.flatMap(({ operator_id, ended_by }) => [operator_id, ended_by]),
  ];
  const operators = await ports.operatorNames(ids.flatMap((id) => id ?? []));
  return {
    complaint: presentRow(row, complaint, options),
    content: contentOf(complaint),
    reports: complaint.reports.map(({ reporter, reason, detail, createdTime }) => ({
      name: options.names.name(reporter),
      reason,
      detail,
      time: createdTime,
    })),
    record: record && presentRecord(record, options.names, operators),
    decisions: decisions.map((one) => presentDecision(one, operators)),
  };
}
