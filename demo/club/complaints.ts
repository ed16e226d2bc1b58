import type {
  NewClub,
  NewClubArticle,
  NewClubComment,
  NewClubReport,
  NewGroup,
  NewMember,
} from "../../server/club/index.ts";
import { seededHash } from "../seeded-hash.ts";
import { demoId } from "../ids.ts";

const HOUR = 3_600_000;
type Reason = NewClubReport["reason"];
/** Complaints about articles: hours since the first one, the reason, what people wrote, and how many complained. */
const aboutArticles: readonly (readonly [hours: number, reason: Reason, details: readonly string[]])[] = [
  [27, "spam", ["留了联系方式，像是卖车的", "到处发同一段话", ""]],
  [22, "false", ["续航和官方说的不一样", "数据没有出处"]],
  [16, "abuse", ["说话太难听了"]],
  [11, "privacy", ["照片里能看到别人的车牌", ""]],
  [7, "spam", ["推广改装店", "", "", "已经发了三遍"]],
  [3, "other", ["和车友会无关"]],
  [1, "false", ["图片是网上找的"]],
];
const aboutComments: readonly (readonly [hours: number, reason: Reason, details: readonly string[]])[] = [
  [19, "abuse", ["人身攻击"]],
  [6, "spam", ["加微信的广告", ""]],
  [2, "abuse", [""]],
];

/** The demo's open complaints, so that moderators have something to decide. */
export function demoComplaints(
  { members, groups, articles, comments }: Pick<NewClub, "members" | "groups" | "articles" | "comments">,
  now: number,
): NewClubReport[] {
  const readers = members.filter(({ mobile }) => mobile === null);
  const reports: NewClubReport[] = [];
  const add = (
    kind: NewClubReport["kind"],
    targetId: string,
    hours: number,
    reason: Reason,
    details: readonly string[],
  ): void => {
    for (const [turn, detail] of details.entries()) {
      const reader: NewMember | undefined =
        readers[(seededHash(`reader${targetId}`) + turn * 7) % readers.length];
      if (!reader) return;
      reports.push({
        reportId: demoId("clubReport", reports.length),
        memberId: reader.memberId,
        kind,
        targetId,
        reason,
        detail,
        createdTime: now - hours * HOUR + turn * 1_200_000,
      });
    }
  };
  const article = (at: number): NewClubArticle | undefined =>
    articles[(at * 13 + 5) % Math.max(1, articles.length)];
  const comment = (at: number): NewClubComment | undefined =>
    comments[(at * 17 + 3) % Math.max(1, comments.length)];
  for (const [at, [hours, reason, details]] of aboutArticles.entries()) {
    const about = article(at);
    if (about) add("article", about.articleId, hours, reason, details);
  }
  for (const [at, [hours, reason, details]] of aboutComments.entries()) {
    const about = comment(at);
    if (about) add("comment", about.commentId, hours, reason, details);
  }
  const author = article(0)?.memberId;
  if (author !== undefined) add("member", author, 14, "spam", ["冒充官方客服", "私下推销"]);
  const group: NewGroup | undefined = groups[2];
  if (group) add("group", group.groupId, 9, "false", ["简介写的城市不对"]);
  return reports;
}
