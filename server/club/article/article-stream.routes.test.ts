import { request } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { deleteArticle, likeArticle, showArticle } from "#contract/club/articles.ts";
import { headers } from "#contract/core/headers.ts";
import { endSession } from "#contract/session/session.ts";
import { streamLimits } from "../../http/pipeline/event-stream.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { testClub, type ClubTestPerson } from "../test-club.ts";

let first: TestApp;
/** A second server on the same database. */
let second: TestApp;
let club: ReturnType<typeof testClub>;
let origin: string;
beforeAll(async () => {
  first = await testApp();
  second = await testApp({ beside: first, settings: { TRUST_PROXY: "1" } });
  club = testClub(first);
  origin = await second.listen();
});
afterAll(async () => {
  await second.close();
  await first.close();
});

/** Opens the stream of an article on the second server; `read` returns the received text. */
async function watch(articleId: string, headers: Record<string, string> = {}) {
  const ending = new AbortController();
  const answer = await fetch(`${origin}/mall-api/community/article/stream?articleId=${articleId}`, {
    headers,
    signal: ending.signal,
  });
  let text = "";
  let isOver = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk, { stream: true });
    isOver = true;
  })().catch(() => {}); // aborted by the test
  return {
    answer,
    // Removes heartbeats, whose number depends on the speed of the machine.
    read: () => text.replaceAll(": \n\n", ""),
    isOver: () => isOver,
    end: async () => {
      ending.abort();
      await reading;
    },
  };
}
const soon = { timeout: 60_000 };
const like = ({ token }: ClubTestPerson, articleId: string) =>
  first.call(likeArticle, { articleId }, { token });

test("a stream of one process receives changes of another, and missed changes after a reconnection with Last-Event-ID", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const articleId = await club.articleOf(who, groupId);
  const one = await watch(articleId);
  expect(one.answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(one.answer.headers.get("cache-control")).toBe("no-store, no-transform");
  expect(one.answer.headers.get("x-accel-buffering")).toBe("no");
  await vi.waitFor(() => expect(one.read()).toContain('data: {"likes":0,"comments":0,"version":0}'), soon);
  await like(who, articleId);
  await vi.waitFor(
    () => expect(one.read()).toContain('id: 1\ndata: {"likes":1,"comments":0,"version":1}'),
    soon,
  );
  await one.end();
  const again = await watch(articleId, { "last-event-id": "0" });
  await vi.waitFor(() => expect(again.read()).toContain('"version":1'), soon);
  await again.end();
  const { version } = (await first.call(showArticle, { articleId })).data;
  const known = await watch(articleId, { "last-event-id": String(version) });
  await like(await club.memberOf(groupId), articleId);
  await vi.waitFor(() => expect(known.read()).toContain('"likes":2'), soon);
  expect(known.read()).not.toContain('"likes":1');
  await known.end();
});

test("a stream does not depend on a session and ends after ten minutes", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const articleId = await club.articleOf(who, groupId);
  const reader = await club.person();
  const streams = [await watch(articleId), await watch(articleId, { [headers.accessToken]: reader.token })];
  await first.call(endSession, {}, { token: reader.token });
  for (const one of streams) await vi.waitFor(() => expect(one.read()).toContain('"version":0'), soon);
  await like(who, articleId);
  for (const one of streams)
    await vi.waitFor(
      () =>
        expect(one.read()).toBe(
          'retry: 3000\nevent: ready\ndata: {}\n\nevent: pulse\nid: 0\ndata: {"likes":0,"comments":0,"version":0}\n\n' +
            'event: pulse\nid: 1\ndata: {"likes":1,"comments":0,"version":1}\n\n',
        ),
      soon,
    );
  expect(streams.map((one) => one.isOver())).toEqual([false, false]);
  const start = second.context.clock.now();
  second.context.clock.set(start + 10 * 60_000);
  for (const one of streams) await vi.waitFor(() => expect(one.isOver()).toBe(true), soon);
  second.context.clock.set(start);
});

test("the stream of a deleted article sends an event and ends; an unknown article has none", async () => {
  const groupId = await club.group();
  const who = await club.memberOf(groupId);
  const articleId = await club.articleOf(who, groupId);
  const one = await watch(articleId);
  await first.call(deleteArticle, { articleId }, { token: who.token });
  await vi.waitFor(
    () => expect([one.read().includes("event: gone"), one.isOver()]).toEqual([true, true]),
    soon,
  );
  const none = await watch(articleId);
  expect(none.answer.status).toBe(404);
});

test("T10 each network has at most twenty streams, whatever its addresses", async () => {
  const groupId = await club.group();
  const articleId = await club.articleOf(await club.memberOf(groupId), groupId);
  const from = (address: string) => watch(articleId, { "x-forwarded-for": address });
  const open = [];
  for (let at = 1; at <= 20; at++) open.push(await from(`2001:db8:1:2::${at.toString(16)}`));
  expect(open.map(({ answer }) => answer.status)).toEqual(Array<number>(20).fill(200));
  const more = [await from("2001:db8:1:2:ffff::1"), await from("2001:db8:1:3::1")];
  expect(more.map(({ answer }) => answer.status)).toEqual([429, 200]);
  await Promise.all([...open, ...more].map(({ end }) => end()));
});

/** Asks for a stream of an address and leaves as soon as `leave` resolves. */
function openAndDrop(articleId: string, address: string): Promise<number | null> {
  const { port } = new URL(origin);
  return new Promise((resolve) => {
    const asking = request({
      port,
      path: `/mall-api/community/article/stream?articleId=${articleId}`,
      headers: { "x-forwarded-for": address },
    });
    asking.once("response", (answer) => {
      resolve(answer.statusCode ?? null);
      answer.destroy();
    });
    asking.once("error", () => resolve(null));
    asking.once("socket", (socket) =>
      // Leaves while the server looks for the article.
      socket.once("connect", () => setImmediate(() => setImmediate(() => asking.destroy()))),
    );
    asking.end();
  });
}
const taken = async (): Promise<number> => {
  const metric = await second.context.metrics.getSingleMetric("event_streams_open")?.get();
  return metric?.values[0]?.value ?? Number.NaN;
};

test("T10 the limit holds for streams that are opened at once", async () => {
  const groupId = await club.group();
  const articleId = await club.articleOf(await club.memberOf(groupId), groupId);
  const opened = await Promise.all(
    Array.from({ length: 45 }, () => watch(articleId, { "x-forwarded-for": "2001:db8:7:7::1" })),
  );
  const statuses = opened.map(({ answer }) => answer.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(streamLimits.perNetwork);
  expect(statuses.filter((status) => status === 429)).toHaveLength(45 - streamLimits.perNetwork);
  await Promise.all(opened.map(({ end }) => end()));
});

test("T10 streams whose clients leave while they are opened leave no place taken", async () => {
  const groupId = await club.group();
  const articleId = await club.articleOf(await club.memberOf(groupId), groupId);
  for (let round = 0; round < 15; round++)
    await Promise.all(Array.from({ length: 20 }, () => openAndDrop(articleId, "2001:db8:8:8::1")));
  await expect.poll(taken, soon).toBe(0);
  const after = await watch(articleId, { "x-forwarded-for": "2001:db8:8:8::1" });
  expect(after.answer.status).toBe(200);
  await after.end();
});
