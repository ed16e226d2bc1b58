import { afterEach, beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { ArticleCard } from "../feed/article-card.tsx";
import { ArticleScreen } from "./article-screen.tsx";
import { articleDetail, articleFor, author } from "../testing/samples.ts";
import { logIn, show, resetClub } from "../testing/show.tsx";

let unmount = () => {};
beforeEach(() => {
  resetClub();
  logIn();
});
afterEach(() => unmount());

const owner = { ...author, displayName: "欧阳小北", owner: true };
const article = articleDetail({ author: owner, authorFollowed: true, own: false });
const card = articleFor("1", { author: owner, groupName: "清晨看山小队" });

it.each([
  ["an article", <ArticleScreen key="a" shown={{ screen: "article", article }} isOwn path="article/1" />],
  ["a card", <ArticleCard key="c" article={card} hasGroup position={1} size={1} />],
])("P12 a name of four characters is not truncated on the smallest phone, in %s", async (_of, part) => {
  await page.viewport(320, 640);
  ({ unmount } = show(part));
  const name = page.getByText("欧阳小北").first();
  await expect.element(name).toBeVisible();
  const { scrollWidth, clientWidth } = name.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});
