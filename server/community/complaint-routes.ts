import { Refusal } from "#contract/errors.ts";
import { decideComplaint, openComplaints, type ComplaintDecision } from "#contract/community-complaints.ts";
import { momentOf } from "../activity/index.ts";
import type { Database } from "../database/database.ts";
import type { Calls } from "../http/calls.ts";
import type { Club } from "./club.ts";
import { openComplaintLink, type Kind, type Settling } from "./complaints-store.ts";
import { presented } from "./complaint-present.ts";
import { noGroup } from "./group-routes.ts";
import { idOfCursor, NEWEST, pageOf, type Fate } from "./rules.ts";
import type { Stream } from "./stream.ts";
import { words } from "./words.ts";

/** What can be decided of each. */
const decisions: Readonly<Record<Kind, readonly ComplaintDecision[]>> = {
  article: ["hide", "bar", "reject", "unbar"],
  comment: ["hide", "bar", "reject", "unbar"],
  member: ["bar", "reject", "unbar"],
  group: ["reject", "clear"],
};

/** Does what was decided; idempotent. @throws Refusal "notFound" */
async function carryOut(club: Club, { kind, targetId, decision, now }: Settling): Promise<void> {
  if (kind === "group") {
    if (decision !== "clear") return;
    const { removeShown } = club.doors.pictures;
    // Before its address goes from the group: a file that cannot be deleted now is found again by the next try.
    const cover = await club.complaints.ownCover(targetId);
    if (cover !== null) await removeShown(cover);
    const cleared = await club.complaints.clearGroup(targetId, words.noIntro, now);
    if (cleared === null) throw noGroup();
    // Sent meanwhile.
    if (cleared.ownCover !== null && cleared.ownCover !== cover) await removeShown(cleared.ownCover);
    return;
  }
  const comment = kind === "comment" ? await club.comments.standing(targetId, "") : null;
  const article = kind === "article" ? await club.articles.standing(targetId, "") : null;
  const memberId = kind === "member" ? targetId : (comment ?? article)?.member_id;
  if (memberId === undefined) throw new Refusal("notFound", { message: words.noArticle });
  if (decision === "bar") await club.complaints.bar(memberId, now);
  if (decision === "unbar") return club.complaints.bar(memberId, null);
  const fate: Fate = decision === "reject" ? { to: 1 } : { to: 2, by: "operators" };
  const { to } = fate;
  if (comment) await club.comments.setStatus(comment.article_id, targetId, fate);
  if (article) await club.articles.setStatus(targetId, fate);
  const written = comment ?? article;
  if (kind === "member" || !written || written.status === 3) return;
  // What was shown all the time is no news to its author; that operators leave it hidden is.
  if (to === 2 || written.status === 2)
    await club.tellAuthor({ kind, targetId, outcome: to === 2 ? "hidden" : "shown", by: "operators" });
}

/** Complaints, for operators who have a link to decide them (contract/community-complaints.ts). */
export function complaintRoutes(calls: Calls, db: Database, club: Club, stream: Stream): void {
  const { complaints } = club;
  const mustBeGood = async (token: string) => {
    const link = await openComplaintLink(db, token, club.time());
    if (link === null) throw new Refusal("notFound", { message: words.linkOver });
    return link;
  };
  calls.on(openComplaints, async ({ link, decided, cursor, pageSize }) => {
    const { expires_time } = await mustBeGood(link);
    const before = cursor === undefined ? NEWEST : idOfCursor(cursor);
    const [rows, waiting] = await Promise.all([
      complaints.list(decided, { before, limit: pageSize + 1 }),
      complaints.waiting(),
    ]);
    const { shown, nextCursor } = pageOf(rows, pageSize, ({ newest_id }) => newest_id);
    const list = await presented(club, shown, decided);
    return { expiresTime: momentOf(expires_time), waiting, list, nextCursor };
  });
  calls.on(decideComplaint, async ({ link, by, again, ...asked }, caller) => {
    const { link_id } = await mustBeGood(link);
    const { kind, targetId, decision } = asked;
    if (!decisions[kind].includes(decision)) {
      const fault = kind === "member" ? words.notHidden : words.notDecidedSo;
      throw new Refusal("invalid", { fields: { decision: fault } });
    }
    const actor = club.staff(link_id, caller);
    const settling = { ...asked, by: by.trim(), actor, now: club.time(), isAgain: again };
    if (!(await complaints.settle(settling)))
      throw new Refusal("conflict", { message: words.decidedMeanwhile });
    try {
      await carryOut(club, settling);
    } catch (error) {
      if (!again) await complaints.reopen(settling);
      throw error;
    }
    stream.look();
    const only = { kind, targetId };
    const rows = await complaints.list(true, { before: NEWEST, limit: 1, only });
    const [complaint] = await presented(club, rows, true);
    if (!complaint) throw new Refusal("notFound", { message: words.noArticle });
    return { complaint, waiting: await complaints.waiting() };
  });
}
