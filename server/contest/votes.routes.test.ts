import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { addContestEntry, showOwnContest, voteForEntry } from "#contract/contest/contest.ts";
import { openApp, testApp } from "../testing/app.ts";
import { mergeContests } from "./merge-users-store.ts";
import { contestSteps } from "./test-contest.ts";

const app = await openApp({ settings: { RATE_LIMITS: "off" } });
const beside = await testApp({ beside: app, settings: { RATE_LIMITS: "off" } });
afterAll(() => beside.close());
const { open, person, upload, entrant, entries } = contestSteps(app);
/** Two processes in turn. */
const processOf = (at: number) => (at % 2 === 0 ? app : beside);

/** The counters of an activity's entries, and the rows that they have to equal. */
async function counted(id: string): Promise<{ counters: number; rows: number }> {
  const { rows } = await sql<{ counters: number; rows: number }>`select
    (select coalesce(sum(votes), 0) from contest_entry where activity_id = ${id})::int as counters,
    (select count(*) from contest_vote where activity_id = ${id})::int as rows`.execute(app.context.db);
  return rows[0] ?? { counters: -1, rows: -1 };
}
async function twoEntries(id: string): Promise<[string, string]> {
  await entrant(id, "甲");
  await entrant(id, "乙");
  return (await entries(id)).map(({ entryId }) => entryId) as [string, string];
}

test("U61 200 parallel presses of one person in two processes give one vote", async () => {
  const id = await open();
  const ids = await twoEntries(id);
  const { token } = await person();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, at) =>
      processOf(at).call(voteForEntry, { id, entryId: ids[(at >> 1) % 2] ?? "" }, { token }),
    ),
  );
  const codes = new Set(answers.map(({ status }) => status));
  expect(codes).toEqual(new Set([200, 633]));
  expect(await counted(id)).toEqual({ counters: 1, rows: 1 });
});

test("U61 200 people in two processes give 200 votes", async () => {
  const id = await open({ votes: 2 });
  const [entryId] = await twoEntries(id);
  const voters = await Promise.all(Array.from({ length: 200 }, () => person()));
  await Promise.all(
    voters.map(({ token }, at) => processOf(at).call(voteForEntry, { id, entryId }, { token })),
  );
  expect(await counted(id)).toEqual({ counters: 200, rows: 200 });
});

test("U61 moves of the only vote in both directions end with one vote each and no deadlock", async () => {
  const choice = (n: number) => ({
    entryId: `193000000000000000${n}`,
    title: "甲",
    caption: "",
    pictureUrl: "/m",
  });
  const id = await open({ kind: "choices", period: "once", choices: [1, 2].map(choice) });
  const voters = await Promise.all(Array.from({ length: 10 }, () => person()));
  const answers = await Promise.all(
    voters.flatMap(({ token }, at) =>
      Array.from({ length: 8 }, (_, turn) =>
        processOf(at + turn).call(voteForEntry, { id, entryId: choice(1 + (turn % 2)).entryId }, { token }),
      ),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await counted(id)).toEqual({ counters: 10, rows: 10 });
});

test("U62 parallel entries of one person never exceed the limit", async () => {
  const id = await open();
  const { token } = await entrant(id);
  const pictures: string[] = [];
  while (pictures.length < 12) pictures.push(await upload(token));
  const answers = await Promise.all(
    pictures.map((pictureId, at) =>
      processOf(at).call(addContestEntry, { id, pictureId, caption: "一句" }, { token }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect((await app.call(showOwnContest, { id }, { token })).data.entries).toHaveLength(3);
});

test("U61 merged users keep as many votes as one person may give, none for the own entry", async () => {
  const id = await open({ votes: 2, period: "once" });
  const ids = await twoEntries(id);
  await entrant(id, "丙");
  const author = await entrant(id, "丁");
  const all = (await entries(id)).map(({ entryId }) => entryId);
  const own = all[0] ?? "";
  const twin = await person();
  const vote = (token: string, entryId = "") => app.call(voteForEntry, { id, entryId }, { token });
  await vote(author.token, ids[0]);
  await vote(twin.token, ids[0]);
  await vote(twin.token, own);
  await app.context.db.transaction().execute((db) => mergeContests(db, twin.userId, author.userId));
  expect(await counted(id)).toEqual({ counters: 1, rows: 1 });
  const { votedIds, votesLeft } = (await app.call(showOwnContest, { id }, { token: author.token })).data;
  expect([votedIds, votesLeft]).toEqual([[ids[0]], 1]);
});
