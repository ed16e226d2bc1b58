import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { Refusal } from "#contract/core/errors.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { currentSession } from "../session/session.ts";
import { database } from "./client-database.ts";
import { cachePersonalData } from "./personal-data-cache.ts";
import { usePersonalData } from "./use-personal-data.ts";

const user = (openId: string): UserInfo => ({
  openId,
  mobile: null,
  nickname: openId,
  avatar: null,
  vip: false,
  owner: false,
});
const logIn = (openId: string) =>
  currentSession.save({ accessToken: `token-${openId}`, userInfo: user(openId) });

let root: Root;
let load: () => Promise<string>;
function Shown() {
  const own = usePersonalData("thing", () => load());
  return (
    <>
      <p>{own.isVisitor ? "visitor" : (own.answer ?? (own.reason === null ? "loading" : "failed"))}</p>
      <p>as of {own.fetchedAt ?? "now"}</p>
      <button type="button" onClick={() => void own.reload()}>
        again
      </button>
    </>
  );
}
async function expectText(text: string): Promise<void> {
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
}
const show = () => root.render(<Shown />);
/** An answer that the test resolves later. */
function deferredAnswer() {
  let answer: (text: string) => void = () => {};
  load = () => new Promise((resolve) => (answer = resolve));
  return (text: string) => answer(text);
}
const offline = () => Promise.reject(new Refusal("offline"));

beforeEach(async () => {
  await database.removePersonal();
  document.body.innerHTML = "<main id=root></main>";
  root = createRoot(document.getElementById("root") ?? document.body);
  logIn("one");
});
afterEach(async () => {
  root.unmount();
  currentSession.clear();
  await database.removePersonal();
});

test("Q13 cached data is shown until the server answers, and its answer is cached", async () => {
  await cachePersonalData("one", "thing", "cached", 1_000);
  const answer = deferredAnswer();
  show();
  await expectText("cached");
  await expectText("as of now");
  answer("fresh");
  await expectText("fresh");
  await expect
    .poll(async () => (await database.get("cache", "own thing"))?.value)
    .toMatchObject({ openId: "one", answer: "fresh" });
});

test("Q13 without a network cached data is shown with its time; with one it is replaced", async () => {
  await cachePersonalData("one", "thing", "cached", 1_000);
  load = offline;
  show();
  await expectText("cached");
  await expectText("as of 1000");
  load = () => Promise.resolve("fresh");
  dispatchEvent(new Event("online"));
  await expectText("fresh");
  await expectText("as of now");
  expect((await database.get("cache", "own thing"))?.value).toMatchObject({ answer: "fresh" });
});

test("a refusal is not hidden by cached data; a reload can succeed", async () => {
  await cachePersonalData("one", "thing", "cached", 1_000);
  load = () => Promise.reject(new Refusal("notFound"));
  show();
  await expectText("failed");
  load = () => Promise.resolve("fresh");
  await page.getByRole("button", { name: "again" }).click();
  await expectText("fresh");
  expect(document.body.textContent).not.toContain("cached");
});

test("what is shown stays when a reload meets a server in trouble, and goes when the thing is gone", async () => {
  load = () => Promise.resolve("shown");
  show();
  await expectText("shown");
  await database.removePersonal();
  for (const refusal of ["internal", "busy", "unreachable"] as const) {
    let asked = 0;
    load = () => {
      asked++;
      return Promise.reject(new Refusal(refusal));
    };
    await page.getByRole("button", { name: "again" }).click();
    await expect.poll(() => asked).toBe(1);
    await expectText("shown");
  }
  load = () => Promise.reject(new Refusal("notFound"));
  await page.getByRole("button", { name: "again" }).click();
  await expectText("failed");
});

test("Q14 a page from the back/forward cache shows the data of the person who is logged in now", async () => {
  load = () => Promise.resolve("one's");
  show();
  await expectText("one's");
  // Another page does this while this one is in the back/forward cache: no event is received.
  localStorage.setItem("marque.session-token", "token-two");
  localStorage.setItem("marque.mall-user-info", JSON.stringify(user("two")));
  load = () => Promise.resolve("two's");
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  await expectText("two's");
  localStorage.removeItem("marque.session-token");
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  await expectText("visitor");
  expect(document.body.textContent).not.toContain("two's");
});

test("Q14 another person's data is not shown, neither cached nor still loading", async () => {
  await cachePersonalData("two", "thing", "two's", 1_000);
  load = offline;
  show();
  await expectText("failed");
  const answer = deferredAnswer();
  logIn("two");
  await expectText("two's");
  logIn("three");
  await expectText("loading");
  answer("of the one before");
  currentSession.clear();
  await expectText("visitor");
  expect(document.body.textContent).not.toContain("of the one before");
});
