import type { ArgsOf, Send, SendOptions } from "#contract/core/call.ts";
import {
  addComment,
  deleteArticle,
  deleteComment,
  editArticle,
  likeArticle,
  likeComment,
  listArticles,
  listComments,
  listHiddenContent,
  moderate,
  publishArticle,
  renewPictures,
  showArticle,
  showArticleCounts,
} from "#contract/club/articles.ts";
import { appointManager, editGroup, handOverGroup } from "#contract/club/group-leader.ts";
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
import {
  applyJoinGroup,
  blockFromGroup,
  checkGroupBlock,
  checkJoinGroupNum,
  followGroup,
  leaveGroup,
  listGroupMembers,
  listGroups,
  listGroupsOfUser,
  reviewJoin,
  showActivityClub,
  showCarClub,
  showGroup,
  showMemberIdentity,
} from "#contract/club/club.ts";

/** Options of requests that the page makes by itself: they raise no challenge. */
const quiet = { isSilent: true } as const;

export type HomeTab = "all" | "groups" | "following" | "city";
export type PeopleListKind = ArgsOf<typeof listRelatedMembers>["kind"];
export type GroupTab = "newest" | "featured" | "activities" | "members";

/** Loads the home with the feed of the tab; a tab without a feed requests one article only. @throws Refusal, as all of these do */
export const loadClubHome = (send: Send, cityCode: string, tab: HomeTab) =>
  send(showCarClub, { cityCode, ...(tab === "groups" ? { pageSize: 1 } : { scope: tab }) }, quiet);
/** Loads the groups and only the newest article of the feed. */
export const loadTeaser = (send: Send, cityCode: string) =>
  send(showCarClub, { cityCode, pageSize: 1 }, quiet);
export const loadIdentity = (send: Send) => send(showMemberIdentity, {}, quiet);
export const loadArticles = (send: Send, args: ArgsOf<typeof listArticles>) =>
  send(listArticles, args, quiet);
export const loadGroups = (send: Send, args: ArgsOf<typeof listGroups>) => send(listGroups, args, quiet);
export const loadOwnGroups = (send: Send, cursor?: string) =>
  send(listGroupsOfUser, { pageSize: 50, ...(cursor !== undefined && { cursor }) }, quiet);
export const loadGroup = (send: Send, groupId: string, tab: GroupTab) =>
  send(
    showGroup,
    {
      groupId,
      ...(tab === "featured" && { featured: "1" }),
      ...((tab === "activities" || tab === "members") && { pageSize: 1 }),
    },
    quiet,
  );
export const loadGroupMembers = (send: Send, args: ArgsOf<typeof listGroupMembers>) =>
  send(listGroupMembers, args, quiet);
export const loadArticle = (send: Send, articleId: string) => send(showArticle, { articleId }, quiet);
/** Loads a page of comments of the largest size; without a cursor the first one. */
export const loadComments = (send: Send, articleId: string, cursor?: string) =>
  send(listComments, { articleId, pageSize: 50, ...(cursor !== undefined && { cursor }) }, quiet);
export const loadArticleCounts = (send: Send, articleId: string) =>
  send(showArticleCounts, { articleId }, quiet);
export const loadMember = (send: Send, userId: string) =>
  send(showMember, userId === "me" ? {} : { userId }, quiet);
/** @param userId null: the lists of the person who asks */
export const loadPeople = (send: Send, kind: PeopleListKind, userId: string | null, cursor?: string) =>
  send(
    listRelatedMembers,
    { kind, pageSize: 30, ...(userId !== null && { userId }), ...(cursor !== undefined && { cursor }) },
    quiet,
  );
export const loadNotices = (send: Send, cursor?: string) =>
  send(listNotifications, cursor === undefined ? {} : { cursor }, quiet);
export const loadActivityClub = (send: Send, activityId: string) =>
  send(showActivityClub, { activityId }, quiet);
/** Searches by name, pinyin or its initials; "" returns suggestions. */
export const findMembers = (send: Send, keyword: string, groupId?: string) =>
  send(searchMembers, { keyword, ...(groupId !== undefined && { groupId }) }, quiet);

/** Checks for a block and for free places before the form opens, so that nobody fills it in vain. */
export const loadJoinObstacles = async (send: Send, groupId: string) => {
  const [block, room] = await Promise.all([
    send(checkGroupBlock, { groupId }, quiet),
    send(checkJoinGroupNum, { groupId }, quiet),
  ]);
  return { ...block, ...room };
};
/** Raises no challenge, since the caller shows refusals in a dialog. */
export const joinGroup = (send: Send, groupId: string, reason: string) =>
  send(applyJoinGroup, { groupId, reason }, quiet);
export const leave = (send: Send, groupId: string) => send(leaveGroup, { groupId });
export const follow = (send: Send, kind: "group" | "member", id: string, isOn: boolean) =>
  kind === "group"
    ? send(followGroup, { groupId: id, follow: isOn })
    : send(followUser, { userId: id, follow: isOn });
export const like = (send: Send, kind: "article" | "comment", id: string, liked: boolean) =>
  kind === "article"
    ? send(likeArticle, { articleId: id, liked })
    : send(likeComment, { commentId: id, liked });

/** @param options the idempotency key and the refusals that the form shows itself */
export const publish = (
  send: Send,
  form: ArgsOf<typeof publishArticle>,
  options: Pick<SendOptions, "idempotencyKey" | "handlesRefusal">,
) => send(publishArticle, form, options);
/** @param options as of `publish` */
export const edit = (
  send: Send,
  form: ArgsOf<typeof editArticle>,
  options: Pick<SendOptions, "idempotencyKey" | "handlesRefusal">,
) => send(editArticle, form, options);
/** @param options as of `publish` */
export const publishComment = (
  send: Send,
  args: ArgsOf<typeof addComment>,
  options: Pick<SendOptions, "idempotencyKey" | "handlesRefusal">,
) => send(addComment, args, options);
export const removeArticle = (send: Send, articleId: string) => send(deleteArticle, { articleId });
export const removeComment = (send: Send, commentId: string) => send(deleteComment, { commentId });

export const loadHidden = (send: Send, args: ArgsOf<typeof listHiddenContent>) =>
  send(listHiddenContent, args, quiet);
export const moderateContent = (send: Send, args: ArgsOf<typeof moderate>) => send(moderate, args);
export const reportTarget = (send: Send, args: ArgsOf<typeof reportContent>) => send(reportContent, args);
export const saveGroup = (send: Send, args: ArgsOf<typeof editGroup>) => send(editGroup, args);
export const appointHelper = (send: Send, args: ArgsOf<typeof appointManager>) => send(appointManager, args);
export const transferGroup = (send: Send, args: ArgsOf<typeof handOverGroup>) => send(handOverGroup, args);
export const requestReview = (send: Send, args: ArgsOf<typeof requestModerationReview>) =>
  send(requestModerationReview, args);
export const block = (send: Send, userId: string, blocked: boolean) => send(blockMember, { userId, blocked });
export const decideApplication = (send: Send, args: ArgsOf<typeof reviewJoin>) => send(reviewJoin, args);
export const removeFromGroup = (send: Send, args: ArgsOf<typeof blockFromGroup>) =>
  send(blockFromGroup, args);
/** Renews the URLs of pictures in the background; raises no challenge when it fails. */
export const renewArticlePictures = (send: Send, articleIds: readonly string[]) =>
  send(renewPictures, { articleIds: articleIds.join(",") }, quiet);
export const markNoticesRead = (send: Send, until: string) => send(readNotifications, { until }, quiet);
