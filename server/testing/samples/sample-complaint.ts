import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import type { TestApp } from "../app.ts";
import { sampleGroup } from "./sample-group.ts";

/** A member of the club without an account. */
const sampleMember = (now: number, memberId: string, displayName: string) => ({
  memberId,
  mobile: null,
  displayName,
  avatar: null,
  owner: true,
  seriesCodes: [],
  createdTime: now,
});

/** An article in a group of its own, about which a member complains. @param since time of the complaint, ms */
export async function addComplaint(app: TestApp, since = app.context.clock.now()) {
  const now = app.context.clock.now();
  const [groupId, authorId, readerId, articleId, reportId] = [newId(), newId(), newId(), newId(), newId()];
  await app.modules.club.add({
    members: [sampleMember(now, authorId, "周行远"), sampleMember(now, readerId, "林晓岚")],
    groups: [
      sampleGroup(now, { groupId, name: `远山车友会 ${groupId.slice(-6)}`, memberIds: [authorId, readerId] }),
    ],
    articles: [
      {
        articleId,
        groupId,
        memberId: authorId,
        title: "低价出购车名额",
        content: "<p>加我微信，保证提车</p>",
        mentions: [],
        images: [],
        activityId: null,
        place: null,
        seriesCode: null,
        isFeatured: false,
        createdTime: now,
        likedBy: [],
      },
    ],
    comments: [],
    follows: [],
  });
  await sql`insert into club_report (report_id, member_id, kind, target_id, reason, detail, created_time)
    values (${reportId}, ${readerId}, 'article', ${articleId}, 'spam', '广告', ${new Date(since)})`.execute(
    app.context.db,
  );
  return { complaintId: `article/${articleId}`, newestId: reportId, articleId, groupId, authorId, readerId };
}
