import { isBlank } from "#contract/core/text.ts";
import { Refusal } from "#contract/core/errors.ts";
import { blockMember, followUser, searchMembers, showMember } from "#contract/club/members.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { feedPage } from "../feed/feed-page.ts";
import { clubMessages } from "../messages.ts";
import { presentGroup } from "../presenter.ts";
import { memberNotFound, refuseWithRemark } from "../refusals.ts";
import { authorOf } from "../rules.ts";
import { memberListRoutes } from "./list-routes.ts";
import type { MemberProfileRow } from "./members-store.ts";

/** Maximum number of groups on a member's page. */
const GROUPS_SHOWN = 10;

function profileRoutes(calls: RpcRouter, club: ClubContext): void {
  const show: CallHandler<typeof showMember> = async ({ userId, pageSize }, caller) => {
    const viewer =
      userId === undefined && caller.user !== null ? await club.actor(caller) : await club.viewer(caller);
    const memberId = userId ?? viewer;
    if (memberId === null) throw new Refusal("unauthenticated");
    const row = await club.members.findProfile(memberId, viewer);
    if (!row || row.is_hidden) throw memberNotFound();
    const isShown = !row.blocked && row.deleted_time === null;
    const id = row.member_id;
    const own = { position: null, limit: GROUPS_SHOWN, midnight: club.midnight() };
    const [groups, feed] = await Promise.all([
      isShown ? club.groups.listOfMember(id, viewer, own) : [],
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
    await club.enforceRateLimit(memberId, "search");
    const rows = isBlank(keyword)
      ? await club.members.suggest(memberId, groupId ?? null)
      : await club.members.search(keyword, memberId, groupId ?? null);
    return { list: rows.map(authorOf) };
  });
}

/** Members: their pages, searching, following and blocking (requirements P03, P23, P24). */
export function memberRoutes(calls: RpcRouter, club: ClubContext): void {
  profileRoutes(calls, club);
  memberListRoutes(calls, club);
  /** Finds another member whose account still exists. @throws Refusal */
  async function requireOtherMember(memberId: string, viewer: string): Promise<MemberProfileRow> {
    const row = await club.members.findProfile(memberId, viewer);
    if (!row || row.deleted_time !== null || row.is_hidden) throw memberNotFound();
    if (row.member_id === viewer) throw refuseWithRemark(clubMessages.notYourself);
    return row;
  }
  calls.on(followUser, async ({ userId, follow }, caller) => {
    const memberId = await club.actor(caller);
    const { member_id: followedId, blocked } = await requireOtherMember(userId, memberId);
    if (follow && blocked) throw memberNotFound();
    await club.enforceRateLimit(memberId, "follow");
    const toggle = { memberId, isOn: follow, time: club.time() };
    const followers = await club.memberFollows.add(followedId, toggle);
    if (followers === "full") throw refuseWithRemark(clubMessages.tooManyFollowed);
    if (followers === null) throw memberNotFound();
    return { followed: follow, followers };
  });
  calls.on(blockMember, async ({ userId, blocked }, caller) => {
    const memberId = await club.actor(caller);
    const row = await club.members.findProfile(userId, memberId);
    if (!row) throw memberNotFound();
    if (row.member_id === memberId) throw refuseWithRemark(clubMessages.notYourself);
    await club.enforceRateLimit(memberId, "follow");
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
