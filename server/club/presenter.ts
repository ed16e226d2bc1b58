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
import { toShanghaiIso, statusAt } from "../activity/index.ts";
import type { ArticleRow, ArticleHidingRow } from "./article/articles-store.ts";
import type { CommentRow } from "./comment/comments-store.ts";
import type { ClubPorts } from "./ports.ts";
import type { GroupActivityRow, GroupMemberRow, ClubGroupRow } from "./group/groups-store.ts";
import type { MembersStore } from "./member/members-store.ts";
import type { NoticeRow } from "./notice/notices-store.ts";
import { authorOf, roleOf, membershipStateOf } from "./rules.ts";
import { excerptOf, displayedTextOf, type NamedInText } from "./text/rich-text.ts";
import type { Viewer } from "./visibility-store.ts";
import { clubMessages } from "./messages.ts";

/** Names as they are now, by the ids that texts hold. */
type Newest = ReadonlyMap<string, NamedInText>;
const mentionsOf = (mentions: readonly NamedInText[], newest: Newest): MentionedMember[] =>
  mentions.map(({ id, displayName }) => ({
    id: newest.get(id)?.id ?? id,
    displayName,
    newestDisplayName: newest.get(id)?.displayName ?? clubMessages.gone,
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
/** @param isTold whether the reason of an application is for the viewer */
export const presentGroupMember = (row: GroupMemberRow, isTold: boolean): GroupMember => ({
  ...authorOf(row),
  role: roleOf(row.role),
  seriesName: row.series_name,
  joinedTime: toShanghaiIso(row.since),
  reason: isTold ? row.reason : null,
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

/** Addresses of uploaded pictures by their ids. */
type Urls = ReadonlyMap<string, string>;

const shownImages = (images: readonly string[], urls: Urls): string[] =>
  images.flatMap((image) => (isPicture(image) ? (urls.get(image) ?? []) : image));

const presentArticle = (row: ArticleRow, viewer: Viewer, newest: Newest, urls: Urls): Article => ({
  articleId: row.article_id,
  author: authorOf(row),
  content: displayedTextOf(row.content, newest, clubMessages.gone),
  images: shownImages(row.images, urls),
  likes: row.likes,
  liked: row.liked,
  comments: row.comments,
  createdTime: toShanghaiIso(row.created_time),
  title: row.title,
  mentions: mentionsOf(row.mentions, newest),
  groupId: row.group_id,
  groupName: row.group_name,
  place: row.place,
  seriesName: row.series_name,
  activityId: row.activity_id,
  featured: row.is_featured,
  editedTime: row.edited_time && toShanghaiIso(row.edited_time),
  own: row.member_id === viewer,
});
const presentComment = (row: CommentRow, viewer: Viewer, newest: Newest): Comment => ({
  commentId: row.comment_id,
  articleId: row.article_id,
  author: authorOf(row),
  content: displayedTextOf(row.content, newest, clubMessages.gone),
  mentions: mentionsOf(row.mentions, newest),
  replyTo: row.reply && authorOf(row.reply),
  likes: row.likes,
  liked: row.liked,
  createdTime: toShanghaiIso(row.created_time),
  own: row.member_id === viewer,
});
/** Why something is hidden, for its author. */
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

function presentNotice(row: NoticeRow, newest: Newest, urls: Urls): Notification {
  const { article_id: articleId, comment_id: commentId, group_id: groupId, image } = row;
  const beginning = (content: string | null) =>
    excerptOf(displayedTextOf(content ?? "", newest, clubMessages.gone), 60);
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
    ...(row.kind === "join" && row.outcome === "leads" && row.is_own && { inherited: true }),
    moderation: row.moderated_by && presentModeration({ ...row, by: row.moderated_by }),
    createdTime: toShanghaiIso(row.created_time),
    read: row.read_time !== null,
  };
}

/** Rows as the contract shows them; names and pictures of a whole page are asked for at once. */
export function createPresenter(members: MembersStore, ports: ClubPorts) {
  async function newestOf(lists: readonly (readonly NamedInText[] | null)[]): Promise<Newest> {
    const ids = new Set(lists.flatMap((list) => (list ?? []).map(({ id }) => id)));
    const rows = await members.named([...ids]);
    return new Map(
      [...rows].map(([asked, row]) => {
        const { id, displayName } = authorOf(row);
        return [asked, { id, displayName }];
      }),
    );
  }
  const urlsOf = (images: readonly string[]) => ports.pictures.urlsOf([...new Set(images.filter(isPicture))]);
  return {
    /** New addresses of pictures. */
    async images(rows: readonly { article_id: string; images: string[] }[]) {
      const urls = await urlsOf(rows.flatMap(({ images }) => images));
      return rows.map(({ article_id: articleId, images }) => ({
        articleId,
        images: shownImages(images, urls),
      }));
    },
    async articles(rows: readonly ArticleRow[], viewer: Viewer): Promise<Article[]> {
      const [newest, urls] = await Promise.all([
        newestOf(rows.map(({ mentions }) => mentions)),
        urlsOf(rows.flatMap(({ images }) => images)),
      ]);
      return rows.map((row) => presentArticle(row, viewer, newest, urls));
    },
    async comments(rows: readonly CommentRow[], viewer: Viewer): Promise<Comment[]> {
      const newest = await newestOf(rows.map(({ mentions }) => mentions));
      return rows.map((row) => presentComment(row, viewer, newest));
    },
    async notices(rows: readonly NoticeRow[]): Promise<Notification[]> {
      const [newest, urls] = await Promise.all([
        newestOf(rows.flatMap((row) => [row.article_mentions, row.comment_mentions])),
        urlsOf(rows.flatMap(({ image }) => image ?? [])),
      ]);
      return rows.map((row) => presentNotice(row, newest, urls));
    },
  };
}
