import { expect, test, vi } from "vitest";
import type { Call } from "#contract/core/call.ts";
import { followUser } from "#contract/club/members.ts";
import { listArticles, likeArticle } from "#contract/club/articles.ts";
import { currentReadPreference } from "../../core/read-preference.ts";
import { MAX_MARK_AGE, WRITE_HOLD } from "../../database/replica/replica-limits.ts";
import { visitor, type Caller, type User } from "./caller.ts";
import { createReadRouting, type StartedCall } from "./read-your-writes.ts";

const user: User = {
  userId: "1",
  openId: "o1",
  hasMobile: true,
  mobile: null,
  isMobile: () => false,
  owner: false,
  seriesCodes: [],
  msSinceWrite: Infinity,
};
const person = (msSinceWrite: number | null): Caller => ({
  ...visitor,
  token: "token",
  user: { ...user, msSinceWrite },
});

/** Runs a call. @returns where its handler reads, and how often a write was marked before and after it */
async function run(
  call: Call,
  caller: Caller,
  { args = {}, ms = 0, isMarkFailing = false }: { args?: unknown; ms?: number; isMarkFailing?: boolean } = {},
) {
  const mark = vi.fn<() => Promise<void>>(() =>
    isMarkFailing ? Promise.reject(new Error("away")) : Promise.resolve(),
  );
  const log = { error: vi.fn<() => void>() };
  const now = vi.spyOn(performance, "now").mockReturnValue(1_000_000);
  try {
    const started: StartedCall = { call, args, caller, began: performance.now() };
    let seen: { reads: string; before: number } | null = null;
    await createReadRouting(mark, log)(started, () => {
      seen = {
        reads: currentReadPreference()?.isReplicaAllowed === true ? "replica" : "primary",
        before: mark.mock.calls.length,
      };
      now.mockReturnValue(1_000_000 + ms);
      return Promise.resolve();
    });
    const { reads, before } = seen ?? { reads: "nowhere", before: 0 };
    return { reads, before, after: mark.mock.calls.length - before };
  } finally {
    now.mockRestore();
  }
}

test("HA15 visitors, and persons who have not written for a while, read from a replica", async () => {
  const replica = { reads: "replica", before: 0, after: 0 };
  expect(await run(listArticles, visitor)).toEqual(replica);
  expect(await run(listArticles, person(Infinity))).toEqual(replica);
  expect(await run(listArticles, person(WRITE_HOLD))).toEqual(replica);
});

test.each<[string, Call, Caller, { args?: unknown }]>([
  ["a person who has just written", listArticles, person(WRITE_HOLD - 1), {}],
  ["a person of whom it is unknown", listArticles, person(null), {}],
  ["a preview", listArticles, visitor, { args: { preview: "1" } }],
  ["the bearer of a staff link", listArticles, { ...visitor, staffLink: "link" }, {}],
  ["a visitor's call with an effect", likeArticle, visitor, {}],
])("HA15 %s reads from the primary", async (_who, call, caller, options) => {
  expect(await run(call, caller, options)).toEqual({ reads: "primary", before: 0, after: 0 });
});

test("HA15 a write is marked before it, once for those that follow at once", async () => {
  const marked = { reads: "primary", before: 1, after: 0 };
  expect(await run(likeArticle, person(Infinity))).toEqual(marked);
  expect(await run(likeArticle, person(null))).toEqual(marked);
  // A GET with an effect.
  expect(await run(followUser, person(Infinity))).toEqual(marked);
  expect(await run(likeArticle, person(WRITE_HOLD / 2))).toEqual({ ...marked, before: 0 });
  expect(await run(likeArticle, person(WRITE_HOLD / 2 + 1))).toEqual(marked);
});

test("HA15 a write that took long is marked again, so that the mark outlasts the lag", async () => {
  expect(await run(likeArticle, person(Infinity), { ms: MAX_MARK_AGE + 1 })).toMatchObject({ after: 1 });
  expect(await run(likeArticle, person(Infinity), { ms: MAX_MARK_AGE })).toMatchObject({ after: 0 });
  const age = WRITE_HOLD / 2;
  expect(await run(likeArticle, person(age), { ms: MAX_MARK_AGE - age + 1 })).toMatchObject({ after: 1 });
});

test("HA15 nothing is written without its mark", async () => {
  await expect(run(likeArticle, person(Infinity), { isMarkFailing: true })).rejects.toThrow("away");
});

test("HA15 without a replica nothing is marked", async () => {
  const handle = vi.fn<() => Promise<unknown>>(() => Promise.resolve(currentReadPreference()));
  const started = { call: likeArticle, args: {}, caller: person(Infinity), began: 0 };
  expect(await createReadRouting(null, { error: vi.fn<() => void>() })(started, handle)).toBeNull();
});
