import type { NewActivity } from "../../server/activity/index.ts";
import type { NewClubArticle, NewClubComment, NewMember } from "../../server/club/index.ts";
import { seededHash, seededPick, seededFraction } from "../seeded-hash.ts";
import { demoId } from "../ids.ts";
import { coverOf, type PictureUrls } from "../pictures.ts";
import { demoSeries } from "../series.ts";
import { fillTemplate, type TemplateValues } from "../text-templates.ts";
import type { DemoGroup } from "./groups.ts";
import { replyAnswers, mentionLines, replies } from "./replies.ts";
import { clubThemes } from "./themes.ts";

const HOUR = 3_600_000;
/** A group as it is cast: who is in it, by their ids. */
export type GroupWithMembers = {
  readonly group: DemoGroup;
  readonly groupId: string;
  readonly people: readonly NewMember[];
};

/** Where people go, by the city that they live in; elsewhere from all of these. */
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
const far = ["独库公路", "青甘大环线", "阿里", "川西", "喀什"];
const between = (least: number, most: number, key: string): string =>
  String(least + (seededHash(key) % (most - least + 1)));

/** What differs from article to article. */
function templateValuesFor(key: string, cast: GroupWithMembers, seriesName: string): TemplateValues {
  const places = placesOf[cast.group.city?.[0] ?? ""] ?? allPlaces;
  return {
    place: seededPick(places, `${key}place`),
    far: seededPick(far, `${key}far`),
    series: seriesName,
    turn: between(3, 12, `${key}turn`),
    few: between(3, 9, `${key}few`),
    some: between(9, 27, `${key}some`),
    charge: between(36, 81, `${key}charge`),
    days: between(5, 19, `${key}days`),
    month: between(2, 11, `${key}month`),
    km: between(118, 486, `${key}km`),
    long: between(9, 62, `${key}long`) + between(100, 990, `${key}rest`),
    energy: `${between(12, 18, `${key}energy`)}.${between(1, 9, `${key}tenth`)}`,
    energyless: `${between(18, 42, `${key}lap`)}.${between(1, 9, `${key}tenth`)}`,
    rate: between(74, 88, `${key}rate`),
    temperature: between(11, 39, `${key}temperature`),
    money: between(68, 240, `${key}money`),
    friend: "{friend}",
  };
}
type NamedMember = { readonly id: string; readonly displayName: string };
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const at = ({ id }: NamedMember): string => `<at data-id="${id}"></at>`;

const textOf = (content: string): string => content.replace(/<[^>]*>/g, "");

/** Somebody else of the group. */
function friendOf(people: readonly NewMember[], writer: NewMember, key: string): NamedMember {
  const others = people.filter(({ memberId }) => memberId !== writer.memberId);
  const { memberId, displayName } = seededPick(others, key);
  return { id: memberId, displayName };
}
/** So many of a group, each once. */
function some(people: readonly NewMember[], share: number, key: string): string[] {
  return people
    .filter(({ memberId }) => seededFraction(key + memberId) < share)
    .map(({ memberId }) => memberId);
}

/** When the articles of the club were written: the last minutes ago, the first some months. */
const ageOf = (place: number, key: string): number =>
  (0.15 + place ** 1.55 * 1.35) * HOUR + seededFraction(`${key}age`) * Math.min(place, 20) * 0.4 * HOUR;

/** One of a list by turns, so that all are used about as often; every round begins elsewhere. */
const takeInTurn = (list: readonly string[], turn: number): string =>
  list[(turn + Math.floor(turn / list.length)) % list.length] ?? "";

type Making = {
  readonly pictures: PictureUrls;
  readonly now: number;
  readonly past: readonly NewActivity[];
  /** How often each theme was written about. */
  readonly uses: Map<string, number>;
};
type Draft = Omit<NewClubArticle, "articleId">;

function draftOf(
  place: number,
  cast: GroupWithMembers,
  turn: number,
  { pictures, now, past, uses }: Making,
): Draft {
  const key = `article${place}`;
  const name = seededPick(cast.group.themes, `${key}theme${turn}`);
  const theme = clubThemes[name];
  const used = uses.get(name) ?? 0;
  uses.set(name, used + 1);
  if (!theme) throw new Error(`no theme in ${cast.group.name}`);
  // Who has an account here writes too: the first article is the mock-ups' own.
  const own = cast.people.filter(({ mobile, owner }) => mobile !== null && owner);
  const writer =
    own.length > 0 && turn % 9 === 0 ? seededPick(own, key) : seededPick(cast.people, `${key}writer`);
  const code = writer.seriesCodes[0] ?? "yuanshan";
  const seriesName = demoSeries(pictures).find(({ seriesCode }) => seriesCode === code)?.seriesName ?? "";
  const words = templateValuesFor(key, cast, seriesName);
  const lines = [
    takeInTurn(theme.openings, used * 2 + 1),
    takeInTurn(theme.middles, used),
    ...(seededFraction(`${key}more`) < 0.55 ? [takeInTurn(theme.middles, used + 2)] : []),
    takeInTurn(theme.endings, used),
  ];
  const friend = friendOf(cast.people, writer, `${key}friend`);
  const paragraphs = [...new Set(lines)].map((line) => escaped(fillTemplate(line, words)));
  const isNaming = paragraphs.some((line) => line.includes("{friend}"));
  const activity = place % 7 === 3 ? seededPick(past, `${key}activity`) : null;
  const count =
    seededFraction(`${key}images`) < 0.25
      ? 0
      : 1 + (seededHash(`${key}images`) % Math.min(4, theme.covers.length));
  const covers = theme.covers.slice(seededHash(key) % 2).slice(0, count);
  return {
    groupId: cast.groupId,
    memberId: writer.memberId,
    title: fillTemplate(takeInTurn(theme.titles, used), words),
    content: paragraphs.map((line) => `<p>${line.replaceAll("{friend}", at(friend))}</p>`).join(""),
    mentions: isNaming ? [friend] : [],
    images: covers.map((cover) => coverOf(pictures, cover as Parameters<typeof coverOf>[1])),
    activityId: activity?.activityId ?? null,
    place: cast.group.city?.[1] ?? null,
    seriesCode: code,
    isFeatured: seededFraction(`${key}featured`) < 0.16,
    createdTime: Math.round(now - ageOf(place, key)),
    likedBy: some(cast.people, 0.06 + 0.5 * seededFraction(`${key}likes`) ** 2, `${key}like`),
  };
}

/** Articles from the oldest to the newest, so that their ids follow the time. */
export function demoArticles(
  casts: readonly GroupWithMembers[],
  count: number,
  asked: Omit<Making, "uses">,
): NewClubArticle[] {
  const making: Making = { ...asked, uses: new Map() };
  const turns = new Map<string, number>();
  const drafts = Array.from({ length: count }, (_, place) => {
    // Larger groups have more to say, and every group something.
    const heavy = casts.flatMap((cast) =>
      Array<GroupWithMembers>(1 + Math.ceil(cast.group.share / 30)).fill(cast),
    );
    const cast =
      (place % 3 === 0 ? casts[(place / 3) % casts.length] : undefined) ?? seededPick(heavy, `group${place}`);
    const turn = turns.get(cast.groupId) ?? 0;
    turns.set(cast.groupId, turn + 1);
    return draftOf(place, cast, turn, making);
  })
    // Nobody writes what somebody else wrote word for word.
    .filter(
      ({ content }, at_, all) => all.findIndex((one) => textOf(one.content) === textOf(content)) === at_,
    )
    .toSorted((one, other) => one.createdTime - other.createdTime);
  const told = new Set<string>();
  // Of two with the same title in a group the later one has none, as many have.
  const titleOf = ({ groupId, title }: Draft): string => {
    const key = groupId + title;
    if (told.has(key)) return "";
    told.add(key);
    return title;
  };
  return drafts.map((draft, place) => ({
    ...draft,
    title: titleOf(draft),
    articleId: demoId("clubArticle", place),
  }));
}

type Reply = Omit<NewClubComment, "commentId" | "replyTo"> & { readonly isAnswer: boolean };
function repliesOf(article: NewClubArticle, people: readonly NewMember[], now: number): Reply[] {
  const key = `replies${article.articleId}`;
  const age = now - article.createdTime;
  const count = seededHash(key) % 7;
  const author = people.find(({ memberId }) => memberId === article.memberId);
  return Array.from({ length: count }, (_, at_): Reply => {
    const own = `${key}${at_}`;
    const isAnswer = at_ > 0 && author !== undefined && seededFraction(`${own}answer`) < 0.25;
    const writer = isAnswer ? author : seededPick(people, `${own}writer`);
    const friend = friendOf(people, writer, `${own}friend`);
    const isCall = !isAnswer && seededFraction(`${own}call`) < 0.15;
    const line = seededPick(isAnswer ? replyAnswers : isCall ? mentionLines : replies, `${own}line`);
    return {
      isAnswer,
      articleId: article.articleId,
      memberId: writer.memberId,
      content: escaped(line).replaceAll("{friend}", at(friend)),
      mentions: isCall ? [friend] : [],
      createdTime: Math.round(article.createdTime + (age * (at_ + 1)) / (count + 2) / 3),
      likedBy: some(people, 0.1 * seededFraction(`${own}likes`) ** 2, `${own}like`),
    };
  });
}

/** Comments in the order of their time within each article; an answer answers the one before it. */
export function demoComments(
  articles: readonly NewClubArticle[],
  casts: readonly GroupWithMembers[],
  now: number,
): NewClubComment[] {
  const peopleOf = new Map(casts.map(({ groupId, people }) => [groupId, people]));
  let place = 0;
  return articles.flatMap((article) => {
    let before: string | null = null;
    return repliesOf(article, peopleOf.get(article.groupId) ?? [], now).map(({ isAnswer, ...reply }) => {
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
