import type { ArticleDetail } from "#contract/club/articles.ts";
import type { GroupDetail } from "#contract/club/club.ts";
import type { Article, Author, Comment, Group, GroupMember } from "#contract/club/shapes.ts";
import type { Complaint } from "#contract/club/complaints.ts";

export const author: Author = { id: "2", displayName: "阿澈的副驾", avatar: null, owner: true };

export const articleFor = (articleId: string, over: Partial<Article> = {}): Article => ({
  articleId,
  author,
  content: `<p>第 ${articleId} 篇</p>`,
  images: [],
  likes: 5,
  liked: false,
  comments: 0,
  createdTime: "2026-11-21T09:00:00+08:00",
  title: "",
  mentions: [],
  groupId: "101",
  groupName: "远山 · 华东车友会",
  place: "湖州",
  seriesName: "远山",
  activityId: null,
  featured: false,
  editedTime: null,
  own: false,
  ...over,
});

export const groupFor = (groupId: string, over: Partial<Group> = {}): Group => ({
  groupId,
  name: "远山 · 华东车友会",
  coverUrl: "/media/cover.svg",
  cityCode: "310100",
  members: 3268,
  articles: 286,
  joined: false,
  followed: false,
  intro: "山脊、清晨、热咖啡。",
  cityName: "上海",
  seriesCodes: [],
  places: 5000,
  followers: 12,
  today: 3,
  standing: "none",
  joinMode: "open",
  ...over,
});

export const commentFor = (commentId: string, over: Partial<Comment> = {}): Comment => ({
  commentId,
  articleId: "1",
  author: { id: "3", displayName: "老周 Zhou", avatar: null, owner: true },
  content: "下次带帐篷，营地我来订。",
  mentions: [],
  replyTo: null,
  likes: 2,
  liked: false,
  createdTime: "2026-11-21T09:30:00+08:00",
  own: false,
  ...over,
});

export const articleDetail = (over: Partial<ArticleDetail> = {}): ArticleDetail => ({
  ...articleFor("1", { comments: 1 }),
  authorFollowed: false,
  likedBy: [],
  group: groupFor("101"),
  manages: false,
  commentPage: { list: [commentFor("11")], nextCursor: null },
  version: 4,
  revision: 0,
  pictureIds: [],
  ...over,
});

export const groupMember = (id: string, over: Partial<GroupMember> = {}): GroupMember => ({
  ...author,
  id,
  displayName: `车友 ${id}`,
  role: "member",
  seriesName: "远山",
  joinedTime: "2026-11-20T09:00:00+08:00",
  reason: null,
  ...over,
});

export const groupDetail = (over: Partial<GroupDetail> = {}): GroupDetail => ({
  ...groupFor("101", { standing: "joined", joinMode: "approval" }),
  rules: "友善",
  createdTime: "2026-01-01T09:00:00+08:00",
  manages: true,
  leads: false,
  waiting: 0,
  blockedReason: null,
  people: [groupMember("1", { role: "leader" }), groupMember("5")],
  activities: [],
  feed: { list: [], nextCursor: null },
  ...over,
});

export const complaintFor = (targetId: string, over: Partial<Complaint> = {}): Complaint => ({
  kind: "article",
  targetId,
  count: 2,
  newestId: `9${targetId}`,
  newestTime: "2026-11-21T09:40:00+08:00",
  person: author,
  barred: false,
  status: "shown",
  article: articleFor(targetId),
  comment: null,
  group: null,
  reports: [
    {
      reporter: { ...author, id: "8", displayName: "热心车友" },
      reason: "spam",
      detail: "<b>到处发</b>",
      createdTime: "2026-11-21T09:40:00+08:00",
    },
  ],
  decided: null,
  ...over,
});
