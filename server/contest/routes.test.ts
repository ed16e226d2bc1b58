import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  addContestEntry,
  listContestEntries,
  reportContestEntry,
  showContest,
  showContestEntry,
  showOwnContest,
  voteForEntry,
  withdrawContestEntry,
  withdrawVote,
} from "#contract/contest/contest.ts";
import { showNearby } from "#contract/activity/activity.ts";
import { cancelSignUp } from "#contract/signup/self-service.ts";
import { operatorActor } from "../database/shared-tables/audit-log.ts";
import { openApp } from "../testing/app.ts";
import { contestMessages } from "./messages.ts";
import { moderationStore } from "./moderation-store.ts";
import { contestSteps } from "./test-contest.ts";

const app = await openApp({ settings: { RATE_LIMITS: "off" } });
const { open, person, upload, signUp, entrant, entries } = contestSteps(app);
const DAY = 86_400_000;
const remarkOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  decodeURIComponent(String(headers["flow_branch_remark"]));

test("U60 the pictures of a sign-up are entries that visitors see, newest first, with author and sentence", async () => {
  const id = await open();
  const one = await person("老周");
  const pictures = [await upload(one.token), await upload(one.token)];
  const answers = { photo: pictures.join(","), story: "收工的路\u202e" };
  expect((await signUp(id, one, answers)).code).toBe("00");
  await entrant(id, "阿澈");
  const list = await entries(id);
  expect(list.map(({ authorName, caption, votes }) => [authorName, caption, votes])).toEqual([
    ["阿澈", "阿澈的一句话", 0],
    ["老周", "收工的路", 0],
    ["老周", "收工的路", 0],
  ]);
  for (const { pictureUrl } of list) expect((await app.app.inject({ url: pictureUrl })).statusCode).toBe(200);
  const contest = (await app.call(showContest, { id })).data;
  expect(contest).toMatchObject({ kind: "entries", votes: 1, period: "day", entryCount: 3, voteCount: 0 });
  expect((await app.call(showNearby, { id })).data.contest).toBe("entries");
  const [first] = list;
  const shown = await app.call(showContestEntry, { id, entryId: first?.entryId ?? "" });
  expect(shown.data.caption).toBe("阿澈的一句话");
});

test("U62 a sign-up refuses foreign, too many and missing pictures, and leaves nothing behind", async () => {
  const id = await open();
  const [one, other] = [await person(), await person()];
  const foreign = await upload(other.token);
  const own = await upload(one.token);
  const story = "一句话";
  const refused = await Promise.all(
    [
      { photo: foreign, story },
      { photo: `${own},${own},${own},${own}`, story },
      { photo: "x", story },
      { story },
    ].map(async (answers) => (await signUp(id, one, answers as Record<string, string>)).code),
  );
  expect(refused).toEqual(["601", "601", "601", "601"]);
  const { rows } = await sql<{
    n: number;
  }>`select ((select count(*) from contest_entry where activity_id = ${id})
    + (select count(*) from signup_picture where activity_id = ${id}))::int as n`.execute(app.context.db);
  expect(rows).toEqual([{ n: 0 }]);
  expect((await signUp(id, one, { photo: own, story })).code).toBe("00");
  expect(await entries(id)).toHaveLength(1);
});

test("U62 a blank or forbidden sentence is refused at its field", async () => {
  const id = await open();
  const one = await entrant(id);
  const pictureId = await upload(one.token);
  const blank = await app.call(addContestEntry, { id, pictureId, caption: " \u200b " }, { token: one.token });
  expect([blank.code, blank.data]).toMatchObject([
    "601",
    { fields: { caption: contestMessages.captionMissing } },
  ]);
});

test("U61 one vote a day: repeated, for another entry, on the next day; taken back", async () => {
  const id = await open();
  await entrant(id, "甲");
  await entrant(id, "乙");
  const [first, second] = (await entries(id)).map(({ entryId }) => entryId) as [string, string];
  const { token } = await person();
  const vote = (entryId: string) => app.call(voteForEntry, { id, entryId }, { token });
  expect((await vote(first)).data).toEqual({ votes: 1, votedIds: [first], votesLeft: 0 });
  expect((await vote(first)).data).toEqual({ votes: 1, votedIds: [first], votesLeft: 0 });
  const refused = await vote(second);
  expect([refused.status, remarkOf(refused)]).toEqual([633, contestMessages.noVoteLeft.day]);
  app.context.clock.set(app.context.clock.now() + DAY);
  expect((await vote(first)).data).toEqual({ votes: 2, votedIds: [first], votesLeft: 0 });
  const back = await app.call(withdrawVote, { id, entryId: first }, { token });
  expect(back.data).toEqual({ votes: 1, votedIds: [], votesLeft: 1 });
  expect((await vote(second)).data.votes).toBe(1);
  app.context.clock.set(null);
});

test("U61 the only vote moves to another choice until the end", async () => {
  const choice = (n: number) => ({
    entryId: `19200000000000000${String(10 + n)}`,
    title: `方案 ${n}`,
    caption: "说明",
    pictureUrl: "/media/a.svg",
  });
  const id = await open({
    kind: "choices",
    period: "once",
    entries_per_person: 0,
    choices: [1, 2, 3].map(choice),
  });
  const list = await entries(id);
  expect(list.map(({ title }) => title)).toEqual(["方案 1", "方案 2", "方案 3"]);
  const { token, mobile } = await person();
  const vote = (n: number, by = token) =>
    app.call(voteForEntry, { id, entryId: choice(n).entryId }, { token: by });
  await vote(1);
  expect((await vote(3)).data).toMatchObject({ votes: 1, votedIds: [choice(3).entryId] });
  expect((await entries(id, "votes")).map(({ title, votes }) => [title, votes])).toEqual([
    ["方案 3", 1],
    ["方案 2", 0],
    ["方案 1", 0],
  ]);
  app.context.clock.set(app.context.clock.now() + 41 * DAY);
  const late = await vote(2, (await app.login(mobile)).token);
  expect([late.status, remarkOf(late)]).toEqual([633, contestMessages.over]);
  expect((await app.call(showContest, { id })).data.voteCount).toBe(1);
  app.context.clock.set(null);
});

test("U61 own, withdrawn, hidden and foreign entries take no votes; a visitor has to log in", async () => {
  const id = await open();
  const author = await entrant(id);
  const [entry] = await entries(id);
  const entryId = entry?.entryId ?? "";
  const voter = await person();
  const vote = (token?: string, of = id) =>
    app.call(voteForEntry, { id: of, entryId }, token === undefined ? {} : { token });
  expect((await vote()).status).toBe(401);
  const own = await vote(author.token);
  expect([own.status, remarkOf(own)]).toEqual([633, contestMessages.ownEntry]);
  expect((await vote(voter.token, await open())).status).toBe(404);
  expect((await vote(voter.token)).data.votes).toBe(1);
  const foreign = await app.call(withdrawContestEntry, { id, entryId }, { token: voter.token });
  expect(foreign.data.withdrawn).toBe(false);
  const gone = await app.call(withdrawContestEntry, { id, entryId }, { token: author.token });
  expect(gone.data.withdrawn).toBe(true);
  expect((await vote(voter.token)).status).toBe(404);
  // The vote for a withdrawn entry can be given again.
  expect((await app.call(showOwnContest, { id }, { token: voter.token })).data).toMatchObject({
    votedIds: [],
    votesLeft: 1,
  });
  await app.modules.uploads.deleteUnused();
  expect((await app.app.inject({ url: entry?.pictureUrl ?? "" })).statusCode).toBe(404);
});

test("U62 an entry disappears with its cancelled sign-up, and returns with none", async () => {
  const id = await open({}, { startTime: app.context.clock.now() + DAY });
  const author = await entrant(id);
  expect(await entries(id)).toHaveLength(1);
  expect((await app.call(cancelSignUp, { id }, { token: author.token })).data.cancelled).toBe(true);
  expect(await entries(id)).toEqual([]);
});

test("U62 further entries up to the limit, only with a sign-up, each picture once", async () => {
  const id = await open();
  const stranger = await person();
  const add = async (token: string, pictureId: string) =>
    app.call(addContestEntry, { id, pictureId, caption: "再来一张" }, { token });
  const refused = await add(stranger.token, await upload(stranger.token));
  expect([refused.status, remarkOf(refused)]).toEqual([633, contestMessages.needsSignUp]);
  const { token } = await entrant(id);
  const second = await upload(token);
  expect((await add(token, second)).data).toMatchObject({ caption: "再来一张", state: "shown" });
  expect((await add(token, second)).code).toBe("00");
  expect((await add(token, await upload(token))).code).toBe("00");
  const full = await add(token, await upload(token));
  expect([full.status, remarkOf(full)]).toEqual([633, contestMessages.noEntryLeft(3)]);
  const own = (await app.call(showOwnContest, { id }, { token })).data;
  expect([own.entries.length, own.entriesLeft, own.isSignedUp]).toEqual([3, 0, true]);
});

test("U63 an entry is shown only after its approval where the contest says so", async () => {
  const id = await open({ is_approved_first: true });
  const { token } = await entrant(id);
  expect(await entries(id)).toEqual([]);
  const [own] = (await app.call(showOwnContest, { id }, { token })).data.entries;
  expect(own?.state).toBe("review");
  const store = moderationStore(app.context.db);
  expect((await store.waiting(id)).map(({ entry_id }) => entry_id)).toEqual([own?.entryId]);
  expect(await store.decide(own?.entryId ?? "", 1, operatorActor, new Date())).toBe(true);
  expect(await entries(id)).toHaveLength(1);
});

test("U63 three people's complaints hide an entry; one person's count once; an operator shows it again", async () => {
  const id = await open();
  const author = await entrant(id);
  const [entry] = await entries(id);
  const entryId = entry?.entryId ?? "";
  const people = [await person(), await person(), await person()];
  const report = (token: string) =>
    app.call(reportContestEntry, { id, entryId, reason: "stolen" }, { token });
  for (const _ of [1, 2, 3]) await report(people[0]?.token ?? "");
  await report(people[1]?.token ?? "");
  expect(await entries(id)).toHaveLength(1);
  await report(people[2]?.token ?? "");
  expect(await entries(id)).toEqual([]);
  const own = (await app.call(showOwnContest, { id }, { token: author.token })).data;
  expect(own.entries.map(({ state }) => state)).toEqual(["hidden"]);
  const store = moderationStore(app.context.db);
  expect((await store.waiting(id)).map(({ reports }) => reports)).toEqual([3]);
  await store.decide(entryId, 1, operatorActor, new Date());
  expect(await entries(id)).toHaveLength(1);
  expect(await store.waiting(id)).toEqual([]);
});

test("U60 pages by newest and by votes contain every entry once", async () => {
  const id = await open({ votes: 9 });
  for (let n = 0; n < 5; n++) await entrant(id, `第${n}`);
  const { token } = await person();
  const ids = (await entries(id)).map(({ entryId }) => entryId);
  for (const at of [3, 1]) await app.call(voteForEntry, { id, entryId: ids[at] ?? "" }, { token });
  for (const sort of ["newest", "votes"] as const) {
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      app.clearCaches();
      const { list, nextCursor } = (
        await app.call(listContestEntries, { id, sort, pageSize: 2, ...(cursor !== undefined && { cursor }) })
      ).data;
      seen.push(...list.map(({ entryId }) => entryId));
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    const byVotes = [ids[1], ids[3], ids[0], ids[2], ids[4]];
    expect(seen).toEqual(sort === "votes" ? byVotes : ids);
  }
  expect((await app.call(listContestEntries, { id, cursor: "x" })).status).toBe(601);
});
