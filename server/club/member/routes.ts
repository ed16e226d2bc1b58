import { Refusal } from "#contract/core/errors.ts";
import {
  requestModerationReview,
  blockMember,
  followUser,
  listNotifications,
  listRelatedMembers,
  readNotifications,
  reportContent,
  searchMembers,
  showMember,
} from "#contract/club/members.ts";
import { toShanghaiIso } from "../../activity/index.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import { articlesStore } from "../article/articles-store.ts";
import type { ClubContext } from "../club-context.ts";
import { commentsStore } from "../comment/comments-store.ts";
import { groupNotFound } from "../group/routes.ts";
import type { MemberPage } from "./members-store.ts";
import { notifyAuthor } from "../notice/notices-store.ts";
import { presentGroup } from "../presenter.ts";
import { feedPage } from "../feed/routes.ts";
import { authorOf, MAX_FOLLOWED, idOfCursor, BEFORE_NEWEST, pageOfRows, REPORTS_TO_HIDE } from "../rules.ts";
import type { ArticleStream } from "../article/article-stream.ts";
import { clubMessages } from "../messages.ts";

const memberNotFound = () => new Refusal("notFound", { message: clubMessages.noMember });
/** Groups on a member's page. */
const GROUPS = 10;

function pageRoutes(calls: RpcRouter, club: ClubContext): void {
  const show: CallHandler<typeof showMember> = async ({ userId, pageSize }, caller) => {
    const viewer =
      userId === undefined && caller.user !== null ? await club.actor(caller) : await club.viewer(caller);
    const memberId = userId ?? viewer;
    if (memberId === null) throw new Refusal("unauthenticated");
    const row = await club.members.page(memberId, viewer);
    if (!row || row.is_hidden) throw memberNotFound();
    const isShown = !row.blocked && row.deleted_time === null;
    const id = row.member_id;
    const own = { position: null, limit: GROUPS, midnight: club.midnight() };
    const [groups, feed] = await Promise.all([
      isShown ? club.groups.ofMember(id, viewer, own) : [],
      isShown ? feedPage(club, viewer, { pageSize }, { memberId: id }) : { list: [], nextCursor: null },
    ]);
    return {
      ...authorOf(row),
      seriesNames: row.series_names,
      articles: row.articles,
      followers: row.followers,
      following: row.following,
      followed: row.followed,
      own: id === viewer,
      blocked: row.blocked,
      joinedTime: toShanghaiIso(row.created_time),
      groups: groups.map(presentGroup),
      feed,
    };
  };
  calls.on(showMember, show);
  calls.on(searchMembers, async ({ keyword, groupId }, caller) => {
    const memberId = await club.actor(caller);
    await club.mustBePaced(memberId, "search");
    const rows =
      keyword.trim() === ""
        ? await club.members.suggested(memberId, groupId ?? null)
        : await club.members.search(keyword, memberId, groupId ?? null);
    return { list: rows.map(authorOf) };
  });
}

function peopleRoutes(calls: RpcRouter, club: ClubContext): void {
  const people: CallHandler<typeof listRelatedMembers> = async (
    { kind, userId, cursor, pageSize },
    caller,
  ) => {
    const viewer = await club.viewer(caller);
    const isOwn = kind === "blocked" || userId === undefined;
    const nobody = { list: [], nextCursor: null };
    if (isOwn && viewer === null) return nobody;
    const row = await club.members.page(isOwn ? (viewer ?? "") : userId, viewer);
    if (!row || row.is_hidden || row.deleted_time !== null) throw memberNotFound();
    if (row.blocked) return nobody;
    const after = cursor === undefined ? BEFORE_NEWEST : idOfCursor(cursor);
    const rows = await club.people.list(kind, row.member_id, { viewer, after, limit: pageSize + 1 });
    const { shown, nextCursor } = pageOfRows(rows, pageSize, ({ member_id }) => member_id);
    return {
      list: shown.map((one) => ({
        ...authorOf(one),
        seriesName: one.series_name,
        followed: one.followed,
        own: one.member_id === viewer,
      })),
      nextCursor,
    };
  };
  calls.on(listRelatedMembers, people);
}

function noticeRoutes(calls: RpcRouter, club: ClubContext): void {
  const list: CallHandler<typeof listNotifications> = async ({ kind, cursor, pageSize }, caller) => {
    const memberId = await club.viewer(caller);
    if (memberId === null) return { list: [], nextCursor: null, unread: 0 };
    const before = cursor === undefined ? BEFORE_NEWEST : idOfCursor(cursor);
    const [rows, unread] = await Promise.all([
      club.notices.list(memberId, kind ?? null, before, pageSize + 1),
      club.notices.unread(memberId),
    ]);
    const { shown, nextCursor } = pageOfRows(rows, pageSize, ({ notification_id }) => notification_id);
    return { list: await club.present.notices(shown), nextCursor, unread };
  };
  calls.on(listNotifications, list);
  calls.on(readNotifications, async ({ until }, caller) => {
    const memberId = await club.viewer(caller);
    if (memberId === null) return { unread: 0 };
    await club.notices.read(memberId, until, club.time());
    return { unread: await club.notices.unread(memberId) };
  });
}

/** Complaints, and authors who want what was hidden looked at again. */
function reportRoutes(calls: RpcRouter, club: ClubContext, stream: ArticleStream): void {
  const report: CallHandler<typeof reportContent> = async ({ kind, targetId, reason, detail }, caller) => {
    const memberId = await club.actor(caller);
    const article = kind === "article" ? await club.articles.standing(targetId, memberId) : null;
    const comment = kind === "comment" ? await club.comments.standing(targetId, memberId) : null;
    const member = kind === "member" ? await club.members.page(targetId, memberId) : null;
    const group = kind === "group" ? await club.groups.one(targetId, memberId, club.midnight()) : null;
    if (kind === "group" && group === null) throw groupNotFound();
    if (!article && !comment && !member && !group)
      throw new Refusal("notFound", { message: clubMessages.noArticle });
    if (group?.status === 2 && group.role === 2)
      throw new Refusal("flowBranch", { remark: clubMessages.ownGroup });
    await club.mustBePaced(memberId, "report");
    const complaints = await club.notices.report({ memberId, kind, targetId, reason, detail }, club.time());
    if (complaints < REPORTS_TO_HIDE) return null;
    const written = comment ?? article;
    const fate = { to: 2, by: "complaints" } as const;
    if (written && (kind === "article" || kind === "comment"))
      await club.hide({ kind, id: targetId }, async (db) => {
        if (comment) await commentsStore(db).setStatus(comment.article_id, targetId, fate);
        else await articlesStore(db).setStatus(targetId, fate);
        if (written.status === 1)
          await notifyAuthor(db, { kind, targetId, outcome: "hidden", by: "complaints" }, club.time());
      });
    stream.look();
    return null;
  };
  calls.on(reportContent, report);
  calls.on(requestModerationReview, async ({ kind, targetId, detail }, caller) => {
    const memberId = await club.actor(caller);
    const found =
      kind === "article"
        ? await club.articles.standing(targetId, memberId)
        : await club.comments.standing(targetId, memberId);
    if (!found || found.member_id !== memberId || found.status !== 2)
      throw new Refusal("notFound", { message: clubMessages.noArticle });
    await club.mustBePaced(memberId, "review");
    await club.notices.report(
      { memberId, kind, targetId, reason: "review", detail: detail.trim() },
      club.time(),
    );
    return null;
  });
}

/** People of the club: their pages, following, blocking, what they are told and complain of (requirements P03, P23, P24). */
export function memberRoutes(calls: RpcRouter, club: ClubContext, stream: ArticleStream): void {
  pageRoutes(calls, club);
  peopleRoutes(calls, club);
  noticeRoutes(calls, club);
  reportRoutes(calls, club, stream);
  /** Another member, who is there. @throws Refusal */
  async function another(memberId: string, viewer: string): Promise<MemberPage> {
    const row = await club.members.page(memberId, viewer);
    if (!row || row.deleted_time !== null || row.is_hidden) throw memberNotFound();
    if (row.member_id === viewer) throw new Refusal("flowBranch", { remark: clubMessages.self });
    return row;
  }
  calls.on(followUser, async ({ userId, follow }, caller) => {
    const memberId = await club.actor(caller);
    const { member_id: followedId, blocked, followed } = await another(userId, memberId);
    if (follow && blocked) throw memberNotFound();
    await club.mustBePaced(memberId, "follow");
    if (follow && !followed && (await club.members.followed(memberId)) >= MAX_FOLLOWED)
      throw new Refusal("flowBranch", { remark: clubMessages.tooManyFollowed });
    const toggle = { memberId, isOn: follow, time: club.time() };
    const followers = await club.memberFollows.add(followedId, toggle);
    if (followers === null) throw memberNotFound();
    return { followed: follow, followers };
  });
  calls.on(blockMember, async ({ userId, blocked }, caller) => {
    const memberId = await club.actor(caller);
    const row = await club.members.page(userId, memberId);
    if (!row) throw memberNotFound();
    if (row.member_id === memberId) throw new Refusal("flowBranch", { remark: clubMessages.self });
    await club.mustBePaced(memberId, "follow");
    if (!blocked) {
      await club.members.unblock(memberId, row.member_id);
      return { blocked };
    }
    await club.members.block(memberId, row.member_id, club.time());
    const off = { isOn: false, time: club.time() };
    await club.memberFollows.add(row.member_id, { memberId, ...off });
    await club.memberFollows.add(memberId, { memberId: row.member_id, ...off });
    return { blocked };
  });
}
