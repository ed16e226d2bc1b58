import { Refusal } from "#contract/core/errors.ts";
import { listArticles } from "#contract/club/articles.ts";
import {
  showActivityClub,
  showCarClub,
  showMemberIdentity,
  type MemberIdentity,
} from "#contract/club/club.ts";
import { clubLimits } from "#contract/club/limits.ts";
import type { Caller } from "../../http/pipeline/caller.ts";
import type { RpcRouter, CallHandler } from "../../http/pipeline/rpc-router.ts";
import type { ClubContext } from "../club-context.ts";
import { clubMessages } from "../messages.ts";
import { presentGroup } from "../presenter.ts";
import { authorOf } from "../rules.ts";
import type { Viewer } from "../visibility-store.ts";
import { feedPage } from "./feed-page.ts";

/** Maximum number of groups in each list of the club's home screen. */
const GROUPS_SHOWN = 10;

/** The caller's identity, with their member if they already have one. */
async function identityOf(
  club: ClubContext,
  { user }: Caller,
): Promise<{ identity: MemberIdentity; viewer: Viewer }> {
  const own = user && (await club.members.findOwn(user.userId));
  const owner = user?.owner ?? false;
  const identity: MemberIdentity = {
    identity: user === null ? "visitor" : owner ? "owner" : "member",
    verifiedOwner: owner,
    seriesCodes: [...(user?.seriesCodes ?? [])],
    member: own && authorOf(own),
    unread: own?.unread ?? 0,
  };
  return { identity, viewer: own?.member_id ?? null };
}

/** The home screen, the club of an activity and the feeds (requirements P01, P07, P10, P12). */
export function feedRoutes(calls: RpcRouter, club: ClubContext): void {
  calls.on(listArticles, async ({ scope, featured, userId, ...asked }, caller) => {
    const viewer = await club.viewer(caller);
    const { cityCode, groupId, activityId } = asked;
    const feed = { scope, cityCode, groupId, activityId, memberId: userId, isFeatured: featured === "1" };
    return feedPage(club, viewer, asked, feed);
  });
  calls.on(showMemberIdentity, async (_args, caller) => (await identityOf(club, caller)).identity);
  const home: CallHandler<typeof showCarClub> = async ({ cityCode, scope, pageSize }, caller) => {
    const { identity, viewer } = await identityOf(club, caller);
    const midnight = club.midnight();
    const [mine, near, forSeries, feed] = await Promise.all([
      viewer === null ? [] : club.groups.listOwn(viewer, clubLimits.maxGroups, midnight),
      cityCode === undefined ? [] : club.groups.listNear(viewer, cityCode, GROUPS_SHOWN, midnight),
      club.groups.listForSeries(viewer, identity.seriesCodes, GROUPS_SHOWN, midnight),
      feedPage(club, viewer, { pageSize }, { scope, cityCode }),
    ]);
    return {
      ...identity,
      mine: mine.map(presentGroup),
      near: near.map(presentGroup),
      forSeries: forSeries.map(presentGroup),
      feed,
    };
  };
  calls.on(showCarClub, home);
  calls.on(showActivityClub, async ({ activityId, pageSize }, caller) => {
    const viewer = await club.viewer(caller);
    const row = await club.groups.findForActivity(activityId, viewer, club.midnight());
    if (row === undefined) throw new Refusal("notFound", { message: clubMessages.noActivity });
    return {
      group: row.group && presentGroup(row.group),
      feed: await feedPage(club, viewer, { pageSize }, { activityId }),
    };
  });
}
