import type { NewActivity } from "../../server/activity/index.ts";
import type { NewClubArticle, NewClubComment, NewMember } from "../../server/club/index.ts";
import { seededHash, seededPick, seededFraction } from "../seeded-hash.ts";
import { demoId } from "../ids.ts";
import { urlOf, type PictureUrls } from "../pictures.ts";
import { demoSeries } from "../series.ts";
import { fillTemplate, type TemplateValues } from "../text-templates.ts";
import type { DemoGroup } from "./groups.ts";
import { articlePhotos } from "./photos.ts";
import { replyAnswers, mentionLines, replies } from "./replies.ts";
import { clubThemes } from "./themes.ts";

const HOUR = 3_600_000;
/** A group with its members. */
export type GroupWithMembers = {
  readonly definition: DemoGroup;
  readonly groupId: string;
  readonly people: readonly NewMember[];
};

/** Destinations by the members' home city; other members use all of these. */
const placesOf: Readonly<Record<string, readonly string[]>> = {
  "310100": ["莫干山", "天荒坪", "临港", "淀山湖", "佘山", "崇明"],
  "330100": ["天目山", "径山", "龙井村", "千岛湖", "桐庐"],
  "110100": ["箭扣", "十渡", "妙峰山", "雁栖湖", "古北口"],
  "440300": ["大鹏", "杨梅坑", "梧桐山", "巽寮湾", "南澳"],
  "440100": ["从化", "白水寨", "上川岛", "帽峰山"],
  "510100": ["龙泉山", "四姑娘山", "青城后山", "西岭雪山"],
  "230100": ["雪乡", "亚布力", "凤凰山", "五大连池"],
};
const allPlaces = Object.values(placesOf).flat();
const farPlaces = ["独库公路", "青甘大环线", "阿里", "川西", "喀什"];
const seededBetween = (min: number, max: number, key: string): string =>
  String(min + (seededHash(key) % (max - min + 1)));

/** Template values of an article. */
function templateValuesFor(key: string, group: GroupWithMembers, seriesName: string): TemplateValues {
  const places = placesOf[group.definition.city?.[0] ?? ""] ?? allPlaces;
  return {
    place: seededPick(places, `${key}place`),
    far: seededPick(farPlaces, `${key}far`),
    series: seriesName,
    turn: seededBetween(3, 12, `${key}turn`),
    few: seededBetween(3, 9, `${key}few`),
    some: seededBetween(9, 27, `${key}some`),
    charge: seededBetween(36, 81, `${key}charge`),
    days: seededBetween(5, 19, `${key}days`),
    month: seededBetween(2, 11, `${key}month`),
    km: seededBetween(118, 486, `${key}km`),
    long: seededBetween(9, 62, `${key}long`) + seededBetween(100, 990, `${key}rest`),
    energy: `${seededBetween(12, 18, `${key}energy`)}.${seededBetween(1, 9, `${key}tenth`)}`,
    energyless: `${seededBetween(18, 42, `${key}lap`)}.${seededBetween(1, 9, `${key}tenth`)}`,
    rate: seededBetween(74, 88, `${key}rate`),
    temperature: seededBetween(11, 39, `${key}temperature`),
    money: seededBetween(68, 240, `${key}money`),
    friend: "{friend}",
  };
}
type NamedMember = { readonly id: string; readonly displayName: string };
const escapeHtml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const mentionMarkup = ({ id }: NamedMember): string => `<at data-id="${id}"></at>`;

const textOf = (content: string): string => content.replace(/<[^>]*>/g, "");

/** Another member of the group. */
function pickFriend(people: readonly NewMember[], writer: NewMember, key: string): NamedMember {
  const others = people.filter(({ memberId }) => memberId !== writer.memberId);
  const { memberId, displayName } = seededPick(others, key);
  return { id: memberId, displayName };
}
/** A random share of a group's members. */
function pickMemberIds(people: readonly NewMember[], share: number, key: string): string[] {
  return people
    .filter(({ memberId }) => seededFraction(key + memberId) < share)
    .map(({ memberId }) => memberId);
}

/** Age of an article: the newest is minutes old, the oldest some months. */
const ageOf = (place: number, key: string): number =>
  (0.15 + place ** 1.55 * 1.35) * HOUR + seededFraction(`${key}age`) * Math.min(place, 20) * 0.4 * HOUR;

/** Rotates through a list, so that all items are used about equally; every round starts at another item. */
const takeInTurn = (list: readonly string[], turn: number): string =>
  list[(turn + Math.floor(turn / list.length)) % list.length] ?? "";

type WritingContext = {
  readonly pictures: PictureUrls;
  readonly now: number;
  readonly past: readonly NewActivity[];
  /** Number of uses of each theme. */
  readonly uses: Map<string, number>;
};
type Draft = Omit<NewClubArticle, "articleId">;

function writeDraft(
  place: number,
  group: GroupWithMembers,
  turn: number,
  { pictures, now, past, uses }: WritingContext,
): Draft {
  const key = `article${place}`;
  const name = seededPick(group.definition.themes, `${key}theme${turn}`);
  const theme = clubThemes[name];
  const used = uses.get(name) ?? 0;
  uses.set(name, used + 1);
  if (!theme) throw new Error(`no theme in ${group.definition.name}`);
  // Members with accounts write too: the first article is the one of the mock-ups.
  const own = group.people.filter(({ mobile, owner }) => mobile !== null && owner);
  const writer =
    own.length > 0 && turn % 9 === 0 ? seededPick(own, key) : seededPick(group.people, `${key}writer`);
  const code = writer.seriesCodes[0] ?? "yuanshan";
  const seriesName = demoSeries(pictures).find(({ seriesCode }) => seriesCode === code)?.seriesName ?? "";
  const values = templateValuesFor(key, group, seriesName);
  const lines = [
    takeInTurn(theme.openings, used * 2 + 1),
    takeInTurn(theme.middles, used),
    ...(seededFraction(`${key}more`) < 0.55 ? [takeInTurn(theme.middles, used + 2)] : []),
    takeInTurn(theme.endings, used),
  ];
  const friend = pickFriend(group.people, writer, `${key}friend`);
  const paragraphs = [...new Set(lines)].map((line) => escapeHtml(fillTemplate(line, values)));
  const isNaming = paragraphs.some((line) => line.includes("{friend}"));
  const activity = place % 7 === 3 ? seededPick(past, `${key}activity`) : null;
  const count =
    seededFraction(`${key}images`) < 0.25
      ? 0
      : 1 + (seededHash(`${key}images`) % Math.min(4, theme.covers.length));
  const scenes = theme.covers.slice(seededHash(key) % 2).slice(0, count);
  return {
    groupId: group.groupId,
    memberId: writer.memberId,
    title: fillTemplate(takeInTurn(theme.titles, used), values),
    content: paragraphs
      .map((line) => `<p>${line.replaceAll("{friend}", mentionMarkup(friend))}</p>`)
      .join(""),
    mentions: isNaming ? [friend] : [],
    images: articlePhotos(scenes, key).map((photo) => urlOf(pictures, photo)),
    activityId: activity?.activityId ?? null,
    place: group.definition.city?.[1] ?? null,
    seriesCode: code,
    isFeatured: seededFraction(`${key}featured`) < 0.16,
    createdTime: Math.round(now - ageOf(place, key)),
    likedBy: pickMemberIds(group.people, 0.06 + 0.5 * seededFraction(`${key}likes`) ** 2, `${key}like`),
  };
}

/** Articles from the oldest to the newest, so that their ids follow the time. */
export function demoArticles(
  groups: readonly GroupWithMembers[],
  count: number,
  options: Omit<WritingContext, "uses">,
): NewClubArticle[] {
  const context: WritingContext = { ...options, uses: new Map() };
  const turns = new Map<string, number>();
  const drafts = Array.from({ length: count }, (_, place) => {
    // Larger groups have more articles, and every group some.
    const heavy = groups.flatMap((group) =>
      Array<GroupWithMembers>(1 + Math.ceil(group.definition.share / 30)).fill(group),
    );
    const group =
      (place % 3 === 0 ? groups[(place / 3) % groups.length] : undefined) ??
      seededPick(heavy, `group${place}`);
    const turn = turns.get(group.groupId) ?? 0;
    turns.set(group.groupId, turn + 1);
    return writeDraft(place, group, turn, context);
  })
    // Removes articles with identical texts.
    .filter(
      ({ content }, index, all) => all.findIndex((one) => textOf(one.content) === textOf(content)) === index,
    )
    .toSorted((one, other) => one.createdTime - other.createdTime);
  const usedTitles = new Set<string>();
  // The later of two articles with the same title in a group has no title.
  const titleOf = ({ groupId, title }: Draft): string => {
    const key = groupId + title;
    if (usedTitles.has(key)) return "";
    usedTitles.add(key);
    return title;
  };
  return drafts.map((draft, place) => ({
    ...draft,
    title: titleOf(draft),
    articleId: demoId("clubArticle", place),
  }));
}

type Reply = Omit<NewClubComment, "commentId" | "replyTo"> & { readonly isAnswer: boolean };
function writeReplies(article: NewClubArticle, people: readonly NewMember[], now: number): Reply[] {
  const key = `replies${article.articleId}`;
  const age = now - article.createdTime;
  const count = seededHash(key) % 7;
  const author = people.find(({ memberId }) => memberId === article.memberId);
  return Array.from({ length: count }, (_, index): Reply => {
    const own = `${key}${index}`;
    const isAnswer = index > 0 && author !== undefined && seededFraction(`${own}answer`) < 0.25;
    const writer = isAnswer ? author : seededPick(people, `${own}writer`);
    const friend = pickFriend(people, writer, `${own}friend`);
    const isCall = !isAnswer && seededFraction(`${own}call`) < 0.15;
    const line = seededPick(isAnswer ? replyAnswers : isCall ? mentionLines : replies, `${own}line`);
    return {
      isAnswer,
      articleId: article.articleId,
      memberId: writer.memberId,
      content: escapeHtml(line).replaceAll("{friend}", mentionMarkup(friend)),
      mentions: isCall ? [friend] : [],
      createdTime: Math.round(article.createdTime + (age * (index + 1)) / (count + 2) / 3),
      likedBy: pickMemberIds(people, 0.1 * seededFraction(`${own}likes`) ** 2, `${own}like`),
    };
  });
}

/** Comments of each article in order of time; an answer refers to the comment before it. */
export function demoComments(
  articles: readonly NewClubArticle[],
  groups: readonly GroupWithMembers[],
  now: number,
): NewClubComment[] {
  const peopleOf = new Map(groups.map(({ groupId, people }) => [groupId, people]));
  let place = 0;
  return articles.flatMap((article) => {
    let before: string | null = null;
    return writeReplies(article, peopleOf.get(article.groupId) ?? [], now).map(({ isAnswer, ...reply }) => {
      const made: NewClubComment = {
        ...reply,
        commentId: demoId("clubComment", place++),
        replyTo: isAnswer ? before : null,
      };
      before = made.commentId;
      return made;
    });
  });
}
