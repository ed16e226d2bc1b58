import { expect, test } from "vitest";
import { addComment, deleteArticle, likeArticle } from "#contract/club/articles.ts";
import { moderate } from "#contract/club/moderation.ts";
import { WEB_BASE } from "#contract/core/web-base.ts";
import { createCacheInvalidator } from "../http/cache/cache-invalidation.ts";
import { watchContentChanges } from "../testing/watch-content-changes.ts";
import { openClub } from "./test-club.ts";

const { app, club } = await openClub();
const patiently = { timeout: 60_000 };

test("P23 every process is notified when content is hidden, deleted or shown again, but not of likes and comments", async () => {
  const leader = await club.person();
  const groupId = await club.group({ memberIds: [leader.memberId] });
  const who = await club.memberOf(groupId);
  const articleId = await club.articleOf(who, groupId);
  const { commentId } = (await app.call(addComment, { articleId, content: "广告" }, { token: who.token }))
    .data.comment;
  const kept = { kind: "article", targetId: articleId } as const;
  const watching = await watchContentChanges(app.context);
  const count = () => watching.told.filter(({ topic }) => topic === "club").length;
  /** Runs an action and waits for its notification. */
  const isTold = async (work: () => Promise<unknown>): Promise<void> => {
    const before = count();
    await work();
    await expect.poll(count, patiently).toBe(before + 1);
  };
  try {
    // Creating the content above causes no further notification.
    await isTold(() => app.call(moderate, { ...kept, action: "hide" }, { token: leader.token }));
    await isTold(() => app.call(moderate, { ...kept, action: "show" }, { token: leader.token }));
    const before = count();
    await app.call(likeArticle, { articleId }, { token: leader.token });
    await app.call(addComment, { articleId, content: "好" }, { token: who.token });
    await isTold(() =>
      app.call(moderate, { kind: "comment", targetId: commentId, action: "hide" }, { token: leader.token }),
    );
    expect(count()).toBe(before + 1);
    await isTold(() => app.call(deleteArticle, { articleId }, { token: who.token }));
  } finally {
    watching.stop();
  }
});

test("P23 a change of the club invalidates the rendered pages of the club only", () => {
  const forgotten: string[] = [];
  const page = { clear: () => forgotten.push("all"), invalidate: (name: string) => forgotten.push(name) };
  const sessions = {
    invalidate: (name?: string) => forgotten.push(`session ${name}`),
    confirmUpTo: () => {},
  };
  const { onChange: change } = createCacheInvalidator(
    () => [page],
    { seats: () => {}, stock: (skuId) => forgotten.push(`stock ${skuId}`) },
    sessions,
  );
  change({ topic: "club" });
  change({ topic: "sessions", name: "abc" });
  change({ topic: "stock", skuId: "8" });
  expect(forgotten).toEqual([`${WEB_BASE}club`, "session abc", "8", "stock 8"]);
});
