import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../core/ids.ts";
import { openTestDatabase } from "../testing/database/test-database.ts";
import { mergeUsersOnce, mergeUsers, type UserMergePart } from "./merge-users-store.ts";
import { userStore } from "./user-store.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const now = new Date();
/** Error unique_violation of PostgreSQL. */
const duplicate = { code: "23505" };
let people = 0;
/** Creates a WeChat user without an account, and a person of the provider to merge with. */
async function pair() {
  const store = userStore(database.db);
  const userId = newId();
  await store.addUser(userId, { nickname: "微信用户", avatar: null }, now);
  const mobile = `137${String(30_000_000 + people++)}`;
  return { store, userId, person: { idpId: newId(), mobile, nickname: "某人" } };
}
type Pair = Awaited<ReturnType<typeof pair>>;
/** Merge part during which the person logs in for the first time, just before the user gets their account. */
const withParallelLogin = ({ store, person }: Pair): UserMergePart => {
  let isDone = false;
  return {
    tables: [],
    mergeUsers: async () => {},
    onAccountLinked: async () => {
      if (!isDone) await store.upsertUser(person, now);
      isDone = true;
    },
  };
};

test("a parallel first login of the person still results in one user", async () => {
  const one = await pair();
  // The embedded database has one connection, so there the login happens before the merge.
  if (database.kind === "pglite") await one.store.upsertUser(one.person, now);
  const parts = database.kind === "pglite" ? [] : [withParallelLogin(one)];
  const merged = await mergeUsers(database.db, parts, one.userId, one.person, now);
  expect(merged?.mobile).toBe(one.person.mobile);
  expect(await one.store.findUser(one.userId)).toBeUndefined();
});

test("without the second attempt the merge of the test above fails", async () => {
  const one = await pair();
  const fails: UserMergePart = {
    ...withParallelLogin(one),
    onAccountLinked: () => Promise.reject(Object.assign(new Error(), duplicate)),
  };
  const part = database.kind === "pglite" ? fails : withParallelLogin(one);
  const attempt = database.db
    .transaction()
    .execute((db) => mergeUsersOnce(db, [part], one.userId, one.person, now));
  await expect(attempt).rejects.toMatchObject(duplicate);
  expect(await one.store.findUser(one.userId)).toMatchObject({ idp_id: null });
});

test("a user with an account is never merged with another one", async () => {
  const [one, other] = [await pair(), await pair()];
  const user = await one.store.upsertUser(one.person, now);
  expect(await mergeUsers(database.db, [], user.user_id, other.person, now)).toBeNull();
  expect(await mergeUsers(database.db, [], newId(), other.person, now)).toBeNull();
  expect(await one.store.findUser(user.user_id)).toMatchObject({ idp_id: one.person.idpId });
});
