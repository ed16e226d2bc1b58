import type { NewActivity } from "../../server/activity/index.ts";
import type { NewClub, NewGroup, NewMember } from "../../server/club/index.ts";
import { seededHash, seededFraction } from "../seeded-hash.ts";
import { demoId } from "../ids.ts";
import { coverOf, type PictureUrls } from "../pictures.ts";
import { demoArticles, demoComments, type GroupWithMembers } from "./articles.ts";
import { demoComplaints } from "./complaints.ts";
import { demoGroups, type DemoGroup } from "./groups.ts";
import { demoMembers } from "./members.ts";

const DAY = 86_400_000;
const ARTICLE_COUNT = 168;
const MANAGER_COUNT = 2;
/** Exclusive maximum number of members that a member follows. */
const MAX_FOLLOWED = 9;

/**
 * Members of a group: owners of its series, in proportion to its share; account holders are always in some
 * groups.
 */
function withMembers(group: DemoGroup, place: number, members: readonly NewMember[]): GroupWithMembers {
  const isFit = ({ owner, seriesCodes }: NewMember): boolean =>
    owner &&
    (group.series.length === 0 || seriesCodes.some((code) => group.series.some((one) => one === code)));
  const people = members.filter((one) => {
    if (!isFit(one)) return false;
    if (one.mobile !== null) return place === 0 || group.city?.[0] === "310100" || place === 3;
    return seededFraction(`in${place}${one.memberId}`) < group.share / 100;
  });
  return { definition: group, groupId: demoId("clubGroup", place), people };
}

function toNewGroup(
  { definition: group, groupId, people }: GroupWithMembers,
  pictures: PictureUrls,
  now: number,
): NewGroup {
  // Account holders are plain members; other people lead.
  const leaders = people.filter(({ mobile }) => mobile === null);
  const ordered = [
    ...leaders.slice(0, 1 + MANAGER_COUNT),
    ...people.filter((one) => !leaders.slice(0, 1 + MANAGER_COUNT).includes(one)),
  ];
  return {
    groupId,
    name: group.name,
    coverUrl: coverOf(pictures, group.cover),
    intro: group.intro,
    rules: group.rules,
    provinceCode: group.city && `${group.city[0].slice(0, 2)}0000`,
    cityCode: group.city && group.city[0],
    cityName: group.city && group.city[1],
    seriesCodes: group.series,
    places: group.places,
    joinMode: group.joinMode,
    createdTime: now - 300 * DAY,
    memberIds: ordered.map(({ memberId }) => memberId),
    managers: MANAGER_COUNT,
  };
}

/** The demo's car club: groups by series and city, and articles and comments until now. */
export function demoClub(pictures: PictureUrls, activities: readonly NewActivity[], now: number): NewClub {
  const members = demoMembers(pictures, now);
  const groups = demoGroups.map((group, place) => withMembers(group, place, members));
  const past = activities.filter(({ endTime, isDraft }) => endTime < now && isDraft !== true);
  const topics = past.length > 0 ? past : activities;
  const articles = demoArticles(groups, ARTICLE_COUNT, { pictures, now, past: topics });
  const follows = members.flatMap(({ memberId }) =>
    Array.from({ length: seededHash(`follows${memberId}`) % MAX_FOLLOWED }, (_, turn) => {
      const followed = members[seededHash(`follow${memberId}${turn}`) % members.length];
      return followed && followed.memberId !== memberId ? ([memberId, followed.memberId] as const) : null;
    }).filter((pair) => pair !== null),
  );
  const club = {
    members,
    groups: groups.map((group) => toNewGroup(group, pictures, now)),
    articles,
    comments: demoComments(articles, groups, now),
  };
  return { ...club, follows, reports: demoComplaints(club, now) };
}
