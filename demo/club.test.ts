import { beforeAll, expect, it } from "vitest";
import type { NewClub } from "../server/club/index.ts";
import { fillInMemory, mockUpDay } from "./test-fill.ts";

let club: NewClub;
beforeAll(async () => {
  const [filled] = (await fillInMemory(mockUpDay)).clubs;
  if (!filled) throw new Error("no club");
  club = filled;
});
const textOf = (content: string): string => content.replace(/<[^>]*>/g, "");

it("articles are unique and have no unfilled placeholders", () => {
  expect(new Set(club.articles.map(({ content }) => textOf(content))).size).toBe(club.articles.length);
  const titled = club.articles.filter(({ title }) => title !== "");
  expect(titled.length).toBeGreaterThan(club.articles.length / 2);
  expect(new Set(titled.map(({ title, groupId }) => title + groupId)).size).toBe(titled.length);
  for (const { title, content } of club.articles) expect(title + content).not.toMatch(/[{}]|undefined/);
});

it("Z03 members show photographs of their own, never the cover of an activity; there are at least 60 covers", async () => {
  const { activities, clubs } = await fillInMemory(mockUpDay);
  const covers = new Set(activities.map(({ coverUrl }) => coverUrl));
  const photographs = new Set(clubs.flatMap(({ articles }) => articles.flatMap(({ images }) => images)));
  expect(covers.size).toBeGreaterThanOrEqual(60);
  expect(photographs.size).toBeGreaterThanOrEqual(24);
  expect([...photographs].filter((url) => covers.has(url))).toEqual([]);
});

it("ids are ordered by time, and no time is in the future", () => {
  const times = club.articles.map(({ createdTime }) => createdTime);
  expect(times.toSorted((one, other) => one - other)).toEqual(times);
  expect(times.at(-1)).toBeLessThan(mockUpDay);
  const ids = club.articles.map(({ articleId }) => articleId);
  expect(ids.toSorted()).toEqual(ids);
  for (const { createdTime } of club.comments) expect(createdTime).toBeLessThan(mockUpDay);
});

it("only members write in a group, and an owner with an account is in several", () => {
  const peopleOf = new Map(club.groups.map(({ groupId, memberIds }) => [groupId, new Set(memberIds)]));
  const groupOf = new Map(club.articles.map(({ articleId, groupId }) => [articleId, groupId]));
  for (const { groupId, memberId } of club.articles) expect(peopleOf.get(groupId)).toContain(memberId);
  for (const { articleId, memberId } of club.comments)
    expect(peopleOf.get(groupOf.get(articleId) ?? "")).toContain(memberId);
  const owner = club.members.find(({ mobile, owner: isOwner }) => mobile !== null && isOwner);
  const own = club.groups.filter(({ memberIds }) => memberIds.includes(owner?.memberId ?? ""));
  expect(own.length).toBeGreaterThanOrEqual(3);
  expect(club.articles.some(({ memberId }) => memberId === owner?.memberId)).toBe(true);
  expect(club.members.length).toBeGreaterThan(60);
});
