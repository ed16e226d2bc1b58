import type {
  Article,
  Comment,
  Group,
  GroupMember,
  ClubActivity,
  MentionedMember,
} from "#contract/club/shapes.ts";
import type { Moderation } from "#contract/club/complaints.ts";
import type { Notification } from "#contract/club/members.ts";
import { toShanghaiIso } from "#contract/core/shanghai-date.ts";
import { statusAt } from "../activity/index.ts";
import type { ArticleRow, ArticleHidingRow } from "./article/articles-store.ts";
import type { CommentRow } from "./comment/comments-store.ts";
import type { ClubPorts } from "./ports.ts";
import type { GroupActivityRow } from "./group/group-activities-store.ts";
import type { GroupMemberRow } from "./group/group-members-store.ts";
import type { ClubGroupRow } from "./group/groups-store.ts";
import type { MembersStore } from "./member/members-store.ts";
import type { NotificationRow } from "./notification/notifications-store.ts";
import { authorOf, roleOf, membershipStateOf } from "./rules.ts";
import { excerptOf, displayedTextOf, type NamedInText } from "./text/rich-text.ts";
import type { Viewer } from "./visibility-store.ts";
import { clubMessages } from "./messages.ts";

/** Current names by the member ids in texts. */
type CurrentNames = ReadonlyMap<string, NamedInText>;
const mentionsOf = (mentions: readonly NamedInText[], names: CurrentNames): MentionedMember[] =>
  mentions.map(({ id, displayName }) => ({
    id: names.get(id)?.id ?? id,
    displayName,
    newestDisplayName: names.get(id)?.displayName ?? clubMessages.deletedUser,
  }));
const isPicture = (image: string): boolean => /^\d{1,19}$/.test(image);

export const presentGroup = (row: ClubGroupRow): Group => ({
  groupId: row.group_id,
  name: row.name,
  coverUrl: row.cover_url,
  cityCode: row.city_code,
  members: row.members,
  articles: row.articles,
  joined: row.status === 2,
  followed: row.followed,
  intro: row.intro,
  cityName: row.city_name,
  seriesCodes: row.series_codes,
  places: row.places,
  followers: row.followers,
  today: row.today,
  standing: membershipStateOf(row.status),
  joinMode: row.join_mode,
});
/** @param hasReason whether the viewer may read the reason of an application or block */
export const presentGroupMember = (row: GroupMemberRow, hasReason: boolean): GroupMember => ({
  ...authorOf(row),
  role: roleOf(row.role),
  seriesName: row.series_name,
  joinedTime: toShanghaiIso(row.since),
  reason: hasReason ? row.reason : null,
});
export const presentGroupActivity = (row: GroupActivityRow, now: number): ClubActivity => ({
  activityId: row.activity_id,
  activityMode: row.activity_type === "online" ? "online" : "offline",
  title: row.title,
  coverUrl: row.cover_url,
  startTime: toShanghaiIso(row.start_time),
  endTime: toShanghaiIso(row.end_time),
  status: statusAt(row.open_time.getTime(), row.close_time.getTime(), now),
  remaining: row.seats_left,
});

/** Addresses of uploaded pictures by picture id. */
type Urls = ReadonlyMap<string, string>;

const shownImages = (images: readonly string[], urls: Urls): string[] =>
  images.flatMap((image) => (isPicture(image) ? (urls.get(image) ?? []) : image));

const presentArticle = (row: ArticleRow, viewer: Viewer, names: CurrentNames, urls: Urls): Article => ({
  articleId: row.article_id,
  author: authorOf(row),
  content: displayedTextOf(row.content, names, clubMessages.deletedUser),
  images: shownImages(row.images, urls),
  likes: row.likes,
  liked: row.liked,
  comments: row.comments,
  createdTime: toShanghaiIso(row.created_time),
  title: row.title,
  mentions: mentionsOf(row.mentions, names),
  groupId: row.group_id,
  groupName: row.group_name,
  place: row.place,
  seriesName: row.series_name,
  activityId: row.activity_id,
  featured: row.is_featured,
  editedTime: row.edited_time && toShanghaiIso(row.edited_time),
  own: row.member_id === viewer,
});
const presentComment = (row: CommentRow, viewer: Viewer, names: CurrentNames): Comment => ({
  commentId: row.comment_id,
  articleId: row.article_id,
  author: authorOf(row),
  content: displayedTextOf(row.content, names, clubMessages.deletedUser),
  mentions: mentionsOf(row.mentions, names),
  replyTo: row.reply && authorOf(row.reply),
  likes: row.likes,
  liked: row.liked,
  createdTime: toShanghaiIso(row.created_time),
  own: row.member_id === viewer,
});
/** Reason why content is hidden, for its author. */
export const presentModeration = ({
  by,
  reason,
  explanation,
  is_reviewed,
}: ArticleHidingRow): Moderation => ({
  by,
  reason,
  explanation,
  review: is_reviewed === null ? "none" : is_reviewed ? "decided" : "waiting",
});

function presentNotification(row: NotificationRow, names: CurrentNames, urls: Urls): Notification {
  const { article_id: articleId, comment_id: commentId, group_id: groupId, image } = row;
  const beginning = (content: string | null) =>
    excerptOf(displayedTextOf(content ?? "", names, clubMessages.deletedUser), 60);
  const imageUrl = image !== null && isPicture(image) ? (urls.get(image) ?? null) : image;
  return {
    notificationId: row.notification_id,
    kind: row.kind,
    actor: authorOf(row),
    article:
      articleId === null ? null : { articleId, title: row.title || beginning(row.article_content), imageUrl },
    comment: commentId === null ? null : { commentId, text: beginning(row.comment_content) },
    group: groupId === null ? null : { groupId, name: row.group_name ?? "" },
    outcome: row.outcome,
    ...(row.kind === "join" &&
      (row.outcome === "leads" || row.outcome === "appointed") &&
      row.is_own && { inherited: true }),
    moderation: row.moderated_by && presentModeration({ ...row, by: row.moderated_by }),
    createdTime: toShanghaiIso(row.created_time),
    read: row.read_time !== null,
  };
}

/** Converts rows to shapes of the contract; names and pictures of a whole page are loaded at once. */
export function createPresenter(members: MembersStore, ports: ClubPorts) {
  async function loadNames(lists: readonly (readonly NamedInText[] | null)[]): Promise<CurrentNames> {
    const ids = new Set(lists.flatMap((list) => (list ?? []).map(({ id }) => id)));
    const rows = await members.findByIds([...ids]);
    return new Map(
      [...rows].map(([asked, row]) => {
        const { id, displayName } = authorOf(row);
        return [asked, { id, displayName }];
      }),
    );
  }
  const urlsOf = (images: readonly string[]) => ports.pictures.urlsOf([...new Set(images.filter(isPicture))]);
  return {
    /** Current addresses of the articles' pictures. */
    async images(rows: readonly { article_id: string; images: string[] }[]) {
      const urls = await urlsOf(rows.flatMap(({ images }) => images));
      return rows.map(({ article_id: articleId, images }) => ({
        articleId,
        images: shownImages(images, urls),
      }));
    },
    async articles(rows: readonly ArticleRow[], viewer: Viewer): Promise<Article[]> {
      const [names, urls] = await Promise.all([
        loadNames(rows.map(({ mentions }) => mentions)),
        urlsOf(rows.flatMap(({ images }) => images)),
      ]);
      return rows.map((row) => presentArticle(row, viewer, names, urls));
    },
    async comments(rows: readonly CommentRow[], viewer: Viewer): Promise<Comment[]> {
      const names = await loadNames(rows.map(({ mentions }) => mentions));
      return rows.map((row) => presentComment(row, viewer, names));
    },
    async notifications(rows: readonly NotificationRow[]): Promise<Notification[]> {
      const [names, urls] = await Promise.all([
        loadNames(rows.flatMap((row) => [row.article_mentions, row.comment_mentions])),
        urlsOf(rows.flatMap(({ image }) => image ?? [])),
      ]);
      return rows.map((row) => presentNotification(row, names, urls));
    },
  };
}
