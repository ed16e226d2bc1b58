import { applyJoinGroup } from "#contract/community.ts";
import { likeArticle } from "#contract/community-articles.ts";
import type { NewGroup } from "../../community/index.ts";
import { newId } from "../../ids.ts";
import { sampleGroup } from "../sample-group.ts";
import type { Field } from "./field.ts";
import type { Person } from "./people.ts";
import { burst, counterOf, faults, locksOut, rowsOf, succeeded, type Race } from "./race.ts";

/** Verified owners whom the club knows already, so that only what is raced for is raced for. */
async function members(field: Field, count: number): Promise<{ people: Person[]; ids: string[] }> {
  const people = await field.people(count);
  const [{ doors }] = field.servers;
  await Promise.all(people.map(({ mobile }) => doors.sessions.setOwner(mobile, true)));
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
  await doors.community.add({ members: known, groups: [], articles: [], comments: [], follows: [] });
  return { people, ids };
}
/** A new group, with an article of the first member's where one is given; answers both ids. */
async function group(field: Field, over: Partial<NewGroup>, author?: string): Promise<[string, string]> {
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
  const [{ doors }] = field.servers;
  await doors.community.add({ members: [], groups: [one], articles, comments: [], follows: [] });
  return [one.groupId, articleId];
}

const likes: Race = {
  name: "P22 likes of an article, several taps each",
  guard: "lock of the article's counter",
  opening: locksOut,
  exact: ({ people }) => ({ likes: people, counted: people, refused: 0 }),
  async run(field, { people: count, posts }) {
    const { people, ids } = await members(field, count);
    const [, articleId] = await group(field, { memberIds: ids.slice(0, 1), managers: 1 }, ids[0]);
    const like = ({ token }: Person, _post: number, server: number) =>
      field.call(server, likeArticle, { articleId }, { token });
    const answers = await burst(people, posts, like, true);
    return {
      likes: await rowsOf(field, "club_article_like", { article_id: articleId }),
      counted: await counterOf(field, "club_article", "likes", { article_id: articleId }),
      refused: answers.filter(({ code }) => code !== "00").length,
    };
  },
};

const joins: Race = {
  name: "P05 the last places of a group",
  guard: "lock of the group's counter",
  opening: locksOut,
  exact: ({ places }) => ({ members: places, counted: places, told: places, faults: 0 }),
  async run(field, { people: count, posts, places }) {
    const { people } = await members(field, count);
    const [groupId] = await group(field, { places });
    const apply = ({ token }: Person, _post: number, server: number) =>
      field.call(server, applyJoinGroup, { groupId }, { token });
    const answers = await burst(people, 1, apply);
    // Whoever is in is told so again; whoever is not finds no place that another's tap has made.
    const again = await burst(people, posts - 1, apply);
    const isIn = (all: typeof answers) =>
      succeeded(all).filter(({ standing }) => standing === "joined").length;
    return {
      members: await rowsOf(field, "club_membership", { group_id: groupId }),
      counted: await counterOf(field, "club_group", "members", { group_id: groupId }),
      told: isIn(answers),
      faults: faults(answers) + faults(again),
    };
  },
};

export const clubRaces: readonly Race[] = [likes, joins];
