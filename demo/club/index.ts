import type { NewActivity } from "../../server/activity/index.ts";
import type { NewClub, NewGroup, NewMember } from "../../server/club/index.ts";
import { seededHash, seededFraction } from "../seeded-hash.ts";
import { demoId } from "../ids.ts";
import { coverOf, type PictureUrls } from "../pictures.ts";
import { demoArticles, demoComments, type GroupWithMembers } from "./articles.ts";
import { demoGroups, type DemoGroup } from "./groups.ts";
import { demoMembers } from "./members.ts";

const DAY = 86_400_000;
const ARTICLES = 168;
const MANAGERS = 2;
/** Whom somebody follows at most: as many of those after them in a mixed order. */
const FOLLOWED = 9;

/** Who is in a group: owners of its series, the more the larger it is; accounts' owners in the first two for sure. */
function castOf(group: DemoGroup, place: number, members: readonly NewMember[]): GroupWithMembers {
  const isFit = ({ owner, seriesCodes }: NewMember): boolean =>
    owner &&
    (group.series.length === 0 || seriesCodes.some((code) => group.series.some((one) => one === code)));
  const people = members.filter((one) => {
    if (!isFit(one)) return false;
    if (one.mobile !== null) return place === 0 || group.city?.[0] === "310100" || place === 3;
    return seededFraction(`in${place}${one.memberId}`) < group.share / 100;
  });
  return { group, groupId: demoId("clubGroup", place), people };
}

function groupOf({ group, groupId, people }: GroupWithMembers, pictures: PictureUrls, now: number): NewGroup {
  // Accounts are members like others: somebody else leads.
  const leading = people.filter(({ mobile }) => mobile === null);
  const ordered = [
    ...leading.slice(0, 1 + MANAGERS),
    ...people.filter((one) => !leading.slice(0, 1 + MANAGERS).includes(one)),
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
    managers: MANAGERS,
  };
}

/** The demo's car club: groups by series and cities, and what their people wrote until now. */
export function demoClub(pictures: PictureUrls, activities: readonly NewActivity[], now: number): NewClub {
  const members = demoMembers(pictures, now);
  const casts = demoGroups.map((group, place) => castOf(group, place, members));
  const past = activities.filter(({ endTime, isDraft }) => endTime < now && isDraft !== true);
  const told = past.length > 0 ? past : activities;
  const articles = demoArticles(casts, ARTICLES, { pictures, now, past: told });
  const follows = members.flatMap(({ memberId }) =>
    Array.from({ length: seededHash(`follows${memberId}`) % FOLLOWED }, (_, turn) => {
      const followed = members[seededHash(`follow${memberId}${turn}`) % members.length];
      return followed && followed.memberId !== memberId ? ([memberId, followed.memberId] as const) : null;
    }).filter((pair) => pair !== null),
  );
  return {
    members,
    groups: casts.map((cast) => groupOf(cast, pictures, now)),
    articles,
    comments: demoComments(articles, casts, now),
    follows,
  };
}
