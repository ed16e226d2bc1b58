import { sql } from "kysely";
import { applyJoinGroup } from "#contract/club/club.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { followUser, searchMembers } from "#contract/club/members.ts";
import { newId } from "../../core/ids.ts";
import { memberRateLimits, RATE_LIMIT_WINDOW } from "../../club/rate-limits.ts";
import { MAX_FOLLOWED } from "../../club/rules.ts";
import { sampleGroup } from "../samples/sample-group.ts";
import { countRows, withoutLocks } from "../races/race.ts";
import type { RaceEnvironment } from "../races/race-environment.ts";
import { atOnce, countSuccesses, rewritten, type LimitRace } from "./limit-race.ts";

const LEFT = 4;
/** A verified owner who is a member. */
async function oneMember(field: RaceEnvironment): Promise<{ token: string; memberId: string }> {
  const [person] = await field.people(1);
  const { mobile = "", token = "" } = person ?? {};
  const [{ modules }] = field.servers;
  await modules.sessions.setOwner(mobile, true);
  const memberId = newId();
  const known = {
    memberId,
    mobile,
    displayName: "车友",
    avatar: null,
    owner: true,
    seriesCodes: [],
    createdTime: Date.now(),
  };
  await modules.club.add({ members: [known], groups: [], articles: [], comments: [], follows: [] });
  return { token, memberId };
}
async function otherMembers({ db }: RaceEnvironment, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await sql`insert into club_member (member_id, display_name, created_time)
    select id, '车友', now() from unnest(${ids}::text[]) as id`.execute(db);
  return ids;
}

const follows: LimitRace = {
  name: "followed members",
  left: LEFT,
  guardRemoval: withoutLocks,
  async fire(field, times) {
    const { token, memberId } = await oneMember(field);
    const followed = await otherMembers(field, MAX_FOLLOWED - LEFT);
    await sql`insert into club_member_follow (followed_id, member_id, created_time)
      select id, ${memberId}, now() from unnest(${followed}::text[]) as id`.execute(field.db);
    const others = await otherMembers(field, times);
    const answers = await atOnce(times, (at) =>
      field.call(at, followUser, { userId: others[at] ?? "", follow: true }, { token }),
    );
    const rows = await countRows(field, "club_member_follow", { member_id: memberId });
    return Math.max(rows - followed.length, countSuccesses(answers));
  },
};

const memberships: LimitRace = {
  name: "memberships",
  left: LEFT,
  guardRemoval: withoutLocks,
  async fire(field, times) {
    const { token, memberId } = await oneMember(field);
    const groups = Array.from({ length: clubLimits.maxGroups - LEFT + times }, (_none, at) =>
      sampleGroup(Date.now(), { places: 100, memberIds: at < clubLimits.maxGroups - LEFT ? [memberId] : [] }),
    );
    const [{ modules }] = field.servers;
    await modules.club.add({ members: [], groups, articles: [], comments: [], follows: [] });
    const open = groups.slice(clubLimits.maxGroups - LEFT);
    await atOnce(times, (at) =>
      field.call(at, applyJoinGroup, { groupId: open[at]?.groupId ?? "" }, { token }),
    );
    return (
      (await countRows(field, "club_membership", { member_id: memberId })) - (clubLimits.maxGroups - LEFT)
    );
  },
};

const actions: LimitRace = {
  name: "club actions",
  left: LEFT,
  guardRemoval: rewritten(/count = club_pace\.count \+ 1/, "count = 1"),
  async fire(field, times) {
    const { token, memberId } = await oneMember(field);
    const window = Date.now() - (Date.now() % RATE_LIMIT_WINDOW);
    // The next window too, which may begin meanwhile.
    for (const from of [window, window + RATE_LIMIT_WINDOW])
      await sql`insert into club_pace (member_id, kind, from_time, count)
        values (${memberId}, 'search', ${new Date(from)}, ${memberRateLimits.search - LEFT})`.execute(
        field.db,
      );
    return countSuccesses(
      await atOnce(times, (at) => field.call(at, searchMembers, { keyword: "无人" }, { token })),
    );
  },
};

export const clubLimitRaces: readonly LimitRace[] = [follows, memberships, actions];
