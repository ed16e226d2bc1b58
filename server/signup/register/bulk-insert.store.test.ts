import { sql, type KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Nonce } from "../../http/security/nonce.ts";
import { newId } from "../../core/ids.ts";
import { newToken, sha256 } from "../../core/secrets.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { addPasses, addPeople, type RacePerson } from "../../testing/races/race-people.ts";
import { sampleSignUp } from "../../testing/samples/sample-sign-up.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { signUpWriter, type NewSignUp } from "../index.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function open(quota: number | null): Promise<string> {
  const activityId = newId();
  await app.modules.activities.addActivities([sampleActivity(Date.now(), { activityId, quota })]);
  return activityId;
}
const people = (count: number): Promise<RacePerson[]> => addPeople(app.context.db, count);
const soon = (): Date => new Date(Date.now() + 600_000);
/** Spends a nonce by itself, as the server does before other calls. */
async function spendAlone({ hash }: Nonce): Promise<boolean> {
  const { rows } = await sql`insert into spent_nonce (nonce_hash, expires_time) values (${hash}, ${soon()})
    on conflict do nothing returning 1`.execute(app.context.db);
  return rows.length === 1;
}
const newNonce = (text = newToken()): Nonce => new Nonce(text, soon(), spendAlone);

/** Creates a sign-up attempt with its own solved pass, unless `over` names another one. */
async function attempt(
  id: string,
  { userId }: RacePerson,
  over: { readonly nonce?: Nonce; readonly verifyId?: string; readonly key?: string } = {},
): Promise<NewSignUp> {
  const [own = ""] = await addPasses(app.context.db, [{ action: "signup", activityId: id, userId }]);
  const pass = app.modules.captcha.passOf({
    verifyId: over.verifyId ?? own,
    action: "signup",
    activityId: id,
    userId,
    idempotencyKey: over.key ?? null,
  });
  if (pass === null) throw new Error("no pass");
  const tokens = { nonce: over.nonce ?? newNonce(), pass, presentedAt: Date.now() };
  return { ...sampleSignUp(userId), tokens };
}
async function write(id: string, attempts: readonly NewSignUp[]): Promise<string[]> {
  const writer = signUpWriter(app.context.db);
  return (await Promise.all(attempts.map((one) => writer.add(id, one)))).map(({ seat }) => seat);
}
async function counts(id: string): Promise<{ taken: number; rows: number }> {
  const { rows } = await sql<{ taken: number; rows: number }>`
    select taken, (select count(*)::int from signup where activity_id = ${id}) as rows
    from activity where activity_id = ${id}`.execute(app.context.db);
  return rows[0] ?? { taken: -1, rows: -1 };
}
const isSpent = async ({ tokens }: NewSignUp): Promise<{ nonce: boolean; pass: boolean }> => {
  const { rows } = await sql<{ nonce: boolean; pass: boolean }>`
    select exists (select from spent_nonce where nonce_hash = ${tokens?.nonce?.hash}) as nonce,
      exists (select from captcha_pass where pass_hash = ${tokens?.pass.hash} and spent_by is not null) as pass`.execute(
    app.context.db,
  );
  return rows[0] ?? { nonce: false, pass: false };
};

type FivePeople = [RacePerson, RacePerson, RacePerson, RacePerson, RacePerson];
test("L03 O07 in one batch, attempts with an invalid nonce or pass get no seat and spend nothing else; all others get one", async () => {
  const id = await open(null);
  const [one, two, three, four, five] = (await people(5)) as FivePeople;
  const text = newToken();
  await newNonce(text).spendIfFresh();
  const other = await attempt(id, five);
  const all = [
    await attempt(id, one),
    await attempt(id, two, { nonce: newNonce(text) }),
    // An unknown pass.
    await attempt(id, three, { verifyId: "nobody's" }),
    await attempt(id, four),
  ];
  expect(await write(id, all)).toEqual(["seat", "nonceUsed", "passUsed", "seat"]);
  expect(await counts(id)).toEqual({ taken: 2, rows: 2 });
  expect(await Promise.all(all.map(isSpent))).toEqual([
    { nonce: true, pass: true },
    { nonce: true, pass: false },
    { nonce: true, pass: false },
    { nonce: true, pass: true },
  ]);
  expect(await isSpent(other)).toEqual({ nonce: false, pass: false });
});

test("O07 a pass is refused for another person, activity or time, and remains valid for its own", async () => {
  const [id, elsewhere] = [await open(null), await open(null)];
  const [one, two] = (await people(2)) as [RacePerson, RacePerson];
  const [theirs = ""] = await addPasses(app.context.db, [
    { action: "signup", activityId: id, userId: two.userId },
  ]);
  expect(await write(id, [await attempt(id, one, { verifyId: theirs })])).toEqual(["passUsed"]);
  expect(await write(elsewhere, [await attempt(elsewhere, two, { verifyId: theirs })])).toEqual(["passUsed"]);
  await sql`update captcha_pass set expires_time = ${new Date(0)} where pass_hash = ${sha256(theirs)}`.execute(
    app.context.db,
  );
  expect(await write(id, [await attempt(id, two, { verifyId: theirs })])).toEqual(["passUsed"]);
  await sql`update captcha_pass set expires_time = ${soon()} where pass_hash = ${sha256(theirs)}`.execute(
    app.context.db,
  );
  expect(await write(id, [await attempt(id, two, { verifyId: theirs })])).toEqual(["seat"]);
});

test("L10 a batch without enough seats is written one by one, and those without a seat have spent both tokens", async () => {
  const id = await open(2);
  const all = await Promise.all((await people(4)).map((person) => attempt(id, person)));
  expect((await write(id, all)).toSorted()).toEqual(["full", "full", "seat", "seat"]);
  expect(await counts(id)).toEqual({ taken: 2, rows: 2 });
  expect(new Set((await Promise.all(all.map(isSpent))).map((one) => JSON.stringify(one)))).toEqual(
    new Set(['{"nonce":true,"pass":true}']),
  );
});

test("L03 L11 a request that is in a batch several times gets one seat, and a nonce is valid once for all people", async () => {
  const id = await open(null);
  const [one, two] = (await people(2)) as [RacePerson, RacePerson];
  const nonce = newToken();
  const all = [
    await attempt(id, one, { nonce: newNonce(nonce) }),
    await attempt(id, two, { nonce: newNonce(nonce) }),
    await attempt(id, one, { nonce: newNonce(nonce) }),
    await attempt(id, one),
  ];
  expect(await write(id, all)).toEqual(["seat", "nonceUsed", "nonceUsed", "again"]);
  expect(await counts(id)).toEqual({ taken: 1, rows: 1 });
});

test("L03 one nonce in many processes at once is accepted once, and no deadlock occurs", async () => {
  const ids = await Promise.all([open(null), open(null), open(null)]);
  const nonces = Array.from({ length: 12 }, () => newToken());
  const all = await people(36);
  const attempts = await Promise.all(
    all.map(async (person, at) => {
      // The same nonce for three activities, whose batches are independent.
      const id = ids[Math.floor(at / 12)] ?? "";
      return { id, one: await attempt(id, person, { nonce: newNonce(nonces[at % 12]) }) };
    }),
  );
  const writers = Array.from({ length: 6 }, () => signUpWriter(app.context.db));
  // In another order for each writer.
  const seats = await Promise.all(
    attempts
      .toSorted(() => Math.random() - 0.5)
      .map(async ({ id, one }, at) => writers[at % 6]?.add(id, one)),
  );
  expect(seats.filter((written) => written?.seat === "seat")).toHaveLength(12);
  expect(seats.filter((written) => written?.seat === "nonceUsed")).toHaveLength(24);
});

/** Counts the statements that write sign-ups. */
function countingWriter() {
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind === "RawNode" && node.sqlFragments.some((text) => text.includes("insert into signup")))
        statements++;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const writer = signUpWriter(app.context.db.withPlugin(counting));
  return async (id: string, attempts: readonly NewSignUp[]) => {
    const before = statements;
    const written = await Promise.all(attempts.map((one) => writer.add(id, one)));
    return { seats: written.map(({ seat }) => seat), statements: statements - before };
  };
}

test("L03 L10 a duplicate costs its batch one more statement and the next batches none; the others get their seats", async () => {
  const id = await open(null);
  const all = await people(9);
  const spent = newToken();
  await newNonce(spent).spendIfFresh();
  const three = async (from: number): Promise<NewSignUp[]> => [
    await attempt(id, all[from] as RacePerson),
    await attempt(id, all[from + 1] as RacePerson, { nonce: newNonce(spent) }),
    await attempt(id, all[from + 2] as RacePerson),
  ];
  const batches = [await three(0), await three(3), await three(6)] as const;
  const put = countingWriter();
  const seats = ["seat", "nonceUsed", "seat"];
  const single = await put(id, [await attempt(id, all[1] as RacePerson)]);
  expect(single).toEqual({ seats: ["seat"], statements: 1 });
  expect(await put(id, batches[0])).toEqual({ seats, statements: 2 });
  expect(await put(id, batches[1])).toEqual({ seats, statements: 1 });
  const later = performance.now() + 11_000;
  const clock = vi.spyOn(performance, "now").mockReturnValue(later);
  try {
    expect(await put(id, batches[2])).toEqual({ seats, statements: 2 });
  } finally {
    clock.mockRestore();
  }
  expect(await counts(id)).toEqual({ taken: 7, rows: 7 });
});

test("L03 each pass of a batch is marked with the idempotency key of its request, or as spent without a key", async () => {
  const id = await open(null);
  const three = await people(3);
  const keys = ["one's own", "another's", null];
  const attempts = await Promise.all(
    three.map((person, at) => attempt(id, person, keys[at] === null ? {} : { key: keys[at] as string })),
  );
  expect(await write(id, attempts)).toEqual(["seat", "seat", "seat"]);
  const marks = new Map<string, string | null>();
  const { rows } = await sql<{ pass_hash: string; spent_by: string | null }>`
    select pass_hash, spent_by from captcha_pass where activity_id = ${id}`.execute(app.context.db);
  for (const { pass_hash, spent_by } of rows) marks.set(pass_hash, spent_by);
  expect(attempts.map(({ tokens }) => marks.get(tokens?.pass.hash ?? ""))).toEqual([
    "one's own",
    "another's",
    "",
  ]);
});

test("L10 passes of a crowd are updated on their own pages, so that no index has to be changed", async () => {
  const id = await open(null);
  const crowd = await people(120);
  const passes = await addPasses(
    app.context.db,
    crowd.map(({ userId }) => ({ action: "signup" as const, activityId: id, userId })),
  );
  const attempts = await Promise.all(
    crowd.map((person, at) => attempt(id, person, { verifyId: passes[at] ?? "", key: newId() })),
  );
  const pages = async (): Promise<ReadonlyMap<string, number>> => {
    const { rows } = await sql<{ pass_hash: string; page: number }>`
      select pass_hash, (ctid::text::point)[0]::int as page from captcha_pass
      where pass_hash = any(${passes.map(sha256)}::text[])`.execute(app.context.db);
    return new Map(rows.map(({ pass_hash, page }) => [pass_hash, page]));
  };
  const before = await pages();
  expect(new Set(before.values()).size).toBeGreaterThan(3);
  expect(await write(id, attempts)).toEqual(crowd.map(() => "seat"));
  expect(await pages()).toEqual(before);
});

test("L13 L14 texts with the special characters of array literals are stored unchanged", async () => {
  const id = await open(null);
  const [one, two] = (await people(2)) as [RacePerson, RacePerson];
  const odd = String.raw`a "b" \c\ {d,e} NULL ''`;
  const attempts = [
    {
      ...(await attempt(id, one)),
      name: odd,
      idempotency_key: odd,
      answers: { q: odd },
      channel: { from: odd },
    },
    { ...(await attempt(id, two)), idempotency_key: "NULL" },
  ];
  expect(await write(id, attempts)).toEqual(["seat", "seat"]);
  const { rows } = await sql<Record<string, unknown>>`
    select signup_id, person, idempotency_key, channel, dealer_id, created_time from signup
    where activity_id = ${id} order by idempotency_key = 'NULL'`.execute(app.context.db);
  expect(rows).toMatchObject([
    {
      name: odd,
      idempotency_key: odd,
      answers: { q: odd },
      channel: { from: odd },
      dealer_id: null,
      created_time: attempts[0]?.created_time,
    },
    { idempotency_key: "NULL", channel: {} },
  ]);
});

/** Signs five people up with valid tokens; the second is deleted while they wait for their batch. */
async function withOneDeleted(quota: number | null) {
  const id = await open(quota);
  const five = await people(5);
  const attempts = await Promise.all(five.map((person) => attempt(id, person)));
  await sql`delete from user_session where user_id = ${five[1]?.userId}`.execute(app.context.db);
  await sql`delete from app_user where user_id = ${five[1]?.userId}`.execute(app.context.db);
  const writer = signUpWriter(app.context.db);
  const results = await Promise.allSettled(attempts.map((one) => writer.add(id, one)));
  return { seats: results.map((one) => (one.status === "fulfilled" ? one.value.seat : "failed")), id };
}

test("L10 Z04 a person who is deleted while waiting does not fail the others of their batch", async () => {
  const { seats, id } = await withOneDeleted(null);
  expect(seats).toEqual(["seat", "failed", "seat", "seat", "seat"]);
  expect(await counts(id)).toEqual({ taken: 4, rows: 4 });
});

test("L10 Z04 also when the last seats are allocated one by one: the tokens of the others count and no seat is lost", async () => {
  const { seats, id } = await withOneDeleted(3);
  expect(seats.filter((seat) => seat === "seat")).toHaveLength(3);
  expect(seats.toSorted()).toEqual(["failed", "full", "seat", "seat", "seat"]);
  expect(await counts(id)).toEqual({ taken: 3, rows: 3 });
});
