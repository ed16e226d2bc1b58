import { applyJoinGroup } from "#contract/club/club.ts";
import { likeArticle } from "#contract/club/articles.ts";
import type { NewGroup } from "../../club/index.ts";
import { newId } from "../../core/ids.ts";
import { sampleGroup } from "../samples/sample-group.ts";
import type { RaceEnvironment } from "./race-environment.ts";
import type { RacePerson } from "./race-people.ts";
import {
  burst,
  readCounter,
  countServerErrors,
  withoutLocks,
  countRows,
  successfulData,
  type Race,
} from "./race.ts";

/** Verified owners who are already members, so that the race is only about its own rows. */
async function members(
  field: RaceEnvironment,
  count: number,
): Promise<{ people: RacePerson[]; ids: string[] }> {
  const people = await field.people(count);
  const [{ modules }] = field.servers;
  await Promise.all(people.map(({ mobile }) => modules.sessions.setOwner(mobile, true)));
  const ids = people.map(() => newId());
  const known = people.map(({ mobile }, at) => ({
    memberId: ids[at] ?? "",
    mobile,
    displayName: "车友",
    avatar: null,
    owner: true,
    seriesCodes: [],
    createdTime: Date.now(),
  }));
  await modules.club.add({ members: known, groups: [], articles: [], comments: [], follows: [] });
  return { people, ids };
}
/** Adds a group, with an article if an author is given. @returns both ids */
async function group(
  field: RaceEnvironment,
  over: Partial<NewGroup>,
  author?: string,
): Promise<[string, string]> {
  const one = sampleGroup(Date.now(), over);
  const articleId = newId();
  const article = {
    articleId,
    groupId: one.groupId,
    memberId: author ?? "",
    title: "",
    content: "<p>雾</p>",
    mentions: [],
    images: [],
    activityId: null,
    place: null,
    seriesCode: null,
    isFeatured: false,
    createdTime: Date.now(),
    likedBy: [],
  };
  const articles = author === undefined ? [] : [article];
  const [{ modules }] = field.servers;
  await modules.club.add({ members: [], groups: [one], articles, comments: [], follows: [] });
  return [one.groupId, articleId];
}

const likes: Race = {
  name: "P22 likes of an article, several taps each",
  guard: "lock of the article's counter",
  guardRemoval: withoutLocks,
  exact: ({ people }) => ({ likes: people, counted: people, refused: 0 }),
  async run(field, { people: count, posts }) {
    const { people, ids } = await members(field, count);
    const [, articleId] = await group(field, { memberIds: ids.slice(0, 1), managers: 1 }, ids[0]);
    const like = ({ token }: RacePerson, _post: number, server: number) =>
      field.call(server, likeArticle, { articleId }, { token });
    const answers = await burst(people, posts, like, true);
    return {
      likes: await countRows(field, "club_article_like", { article_id: articleId }),
      counted: await readCounter(field, "club_article", "likes", { article_id: articleId }),
      refused: answers.filter(({ code }) => code !== "00").length,
    };
  },
};

const joins: Race = {
  name: "P05 the last places of a group",
  guard: "lock of the group's counter",
  guardRemoval: withoutLocks,
  exact: ({ places }) => ({ members: places, counted: places, told: places, faults: 0 }),
  async run(field, { people: count, posts, places }) {
    const { people } = await members(field, count);
    const [groupId] = await group(field, { places });
    const apply = ({ token }: RacePerson, _post: number, server: number) =>
      field.call(server, applyJoinGroup, { groupId }, { token });
    const answers = await burst(people, 1, apply);
    // A second request repeats the answer for members, and must not create places for the others.
    const again = await burst(people, posts - 1, apply);
    const isIn = (all: typeof answers) =>
      successfulData(all).filter(({ standing }) => standing === "joined").length;
    return {
      members: await countRows(field, "club_membership", { group_id: groupId }),
      counted: await readCounter(field, "club_group", "members", { group_id: groupId }),
      told: isIn(answers),
      faults: countServerErrors(answers) + countServerErrors(again),
    };
  },
};

export const clubRaces: readonly Race[] = [likes, joins];
