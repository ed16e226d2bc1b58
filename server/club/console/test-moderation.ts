import type { OperatorArgs } from "#contract/console/operator-call.ts";
import { showArticle } from "#contract/club/articles.ts";
import { reportContent } from "#contract/club/members.ts";
import { decideComplaints, listComplaints, type ComplaintFilter } from "#contract/console/club/complaints.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { openClub } from "../test-club.ts";

type DecideArgs = OperatorArgs<typeof decideComplaints>;
type Target = { readonly complaintId: string; readonly newestId: string };

/** Opens a server with two moderators, and steps of the tests about decisions. */
export async function openModeration() {
  const { app, club } = await openClub();
  const moderator = await loginOperator(app, "moderator", undefined, { name: "审核员小林" });
  const colleague = await loginOperator(app, "moderator", undefined, { name: "审核员小吴" });
  const decide = (
    who: TestOperator,
    { complaintId, newestId }: Target,
    decision: DecideArgs["decision"],
    more: Partial<DecideArgs> = {},
  ) =>
    callAsOperator(app, who, decideComplaints, {
      selection: { items: [{ complaintId, newestId }] },
      decision,
      ...(decision !== "reject" && { reason: "spam" }),
      ...more,
    });
  const list = async (filter: ComplaintFilter = {}, who = moderator) =>
    (await callAsOperator(app, who, listComplaints, { filter })).data.rows;
  const rowOf = async (complaintId: string, filter: ComplaintFilter = {}) =>
    (await list(filter)).find((row) => row.complaintId === complaintId);
  const statusOf = async (articleId: string) => (await app.call(showArticle, { articleId })).status;
  /** An article of a member with an account, about which another one complains. */
  const scene = async () => {
    const groupId = await club.group({ memberIds: [(await club.person()).memberId] });
    const [author, reader] = [
      await club.memberOf(groupId, { nickname: "周行远" }),
      await club.memberOf(groupId),
    ];
    const articleId = await club.articleOf(author, groupId, "<p>加我微信</p>");
    const complain = { kind: "article", targetId: articleId, reason: "abuse", detail: "到处发" } as const;
    await app.call(reportContent, complain, { token: reader.token });
    const complaintId = `article/${articleId}`;
    return {
      author,
      reader,
      articleId,
      groupId,
      complaintId,
      newestId: (await rowOf(complaintId))?.newestId ?? "",
    };
  };
  return { app, club, moderator, colleague, decide, list, rowOf, statusOf, scene };
}
