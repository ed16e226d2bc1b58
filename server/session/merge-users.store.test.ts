import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../core/ids.ts";
import { openTestDatabase } from "../testing/database/test-database.ts";
import { SessionCache } from "./session-cache.ts";
import { mergeUsersOnce, mergeUsers, type UserMergePart } from "./merge-users-store.ts";
import { userSessionStore } from "./store.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const now = new Date();
/** PostgreSQL's unique_violation. */
const duplicate = { code: "23505" };
let people = 0;
/** Somebody known by WeChat alone, and a person of the provider who turns out to be the same. */
async function pair() {
  const store = userSessionStore(database.db, new SessionCache());
  const userId = newId();
  await store.addUser(userId, { nickname: "微信用户", avatar: null }, now);
  const mobile = `137${String(30_000_000 + people++)}`;
  return { store, userId, person: { idpId: newId(), mobile, nickname: "某人" } };
}
type Pair = Awaited<ReturnType<typeof pair>>;
/** The person's first login elsewhere, just before the user would get their account. */
const comesBetween = ({ store, person }: Pair): UserMergePart => {
  let isDone = false;
  return {
    tables: [],
    mergeUsers: async () => {},
    onAccountLinked: async () => {
      if (!isDone) await store.keepUser(person, now);
      isDone = true;
    },
  };
};

test("a first login elsewhere that comes between: still one user", async () => {
  const one = await pair();
  // The embedded database has one connection: nothing comes between there, it comes before.
  if (database.kind === "pglite") await one.store.keepUser(one.person, now);
  const moves = database.kind === "pglite" ? [] : [comesBetween(one)];
  const joined = await mergeUsers(database.db, moves, one.userId, one.person, now);
  expect(joined?.mobile).toBe(one.person.mobile);
  expect(await one.store.user(one.userId)).toBeUndefined();
});

test("without the second try that would have failed: the test above is about it", async () => {
  const one = await pair();
  const fails: UserMergePart = {
    ...comesBetween(one),
    onAccountLinked: () => Promise.reject(Object.assign(new Error(), duplicate)),
  };
  const move = database.kind === "pglite" ? fails : comesBetween(one);
  const once = database.db
    .transaction()
    .execute((db) => mergeUsersOnce(db, [move], one.userId, one.person, now));
  await expect(once).rejects.toMatchObject(duplicate);
  expect(await one.store.user(one.userId)).toMatchObject({ idp_id: null });
});

test("who has an account is never joined to another one", async () => {
  const [one, other] = [await pair(), await pair()];
  const kept = await one.store.keepUser(one.person, now);
  expect(await mergeUsers(database.db, [], kept.user_id, other.person, now)).toBeNull();
  expect(await mergeUsers(database.db, [], newId(), other.person, now)).toBeNull();
  expect(await one.store.user(kept.user_id)).toMatchObject({ idp_id: one.person.idpId });
});
