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
      <p>as of {own.asOf ?? "now"}</p>
      <button type="button" onClick={() => void own.reload()}>
        again
      </button>
    </>
  );
}
async function says(text: string): Promise<void> {
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
}
const show = () => root.render(<Shown />);
/** An answer that comes when it is told to. */
function later() {
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

test("Q13 what was kept is shown until the server answers, and its answer is kept", async () => {
  await cachePersonalData("one", "thing", "kept", 1_000);
  const answer = later();
  show();
  await says("kept");
  await says("as of now");
  answer("fresh");
  await says("fresh");
  await expect
    .poll(async () => (await database.get("cache", "own thing"))?.value)
    .toMatchObject({ openId: "one", answer: "fresh" });
});

test("Q13 without a network what was kept stands, with its time; with one it is fresh again", async () => {
  await cachePersonalData("one", "thing", "kept", 1_000);
  load = offline;
  show();
  await says("kept");
  await says("as of 1000");
  load = () => Promise.resolve("fresh");
  dispatchEvent(new Event("online"));
  await says("fresh");
  await says("as of now");
  expect((await database.get("cache", "own thing"))?.value).toMatchObject({ answer: "fresh" });
});

test("a refusal is not hidden by what was kept; asking again may help", async () => {
  await cachePersonalData("one", "thing", "kept", 1_000);
  load = () => Promise.reject(new Refusal("notFound"));
  show();
  await says("failed");
  load = () => Promise.resolve("fresh");
  await page.getByRole("button", { name: "again" }).click();
  await says("fresh");
  expect(document.body.textContent).not.toContain("kept");
});

test("Q14 a page that Back brings back whole looks who is there now", async () => {
  load = () => Promise.resolve("one's");
  show();
  await says("one's");
  // As another page does it while this one is put away: nothing is heard of it here.
  localStorage.setItem("marque.session-token", "token-two");
  localStorage.setItem("marque.mall-user-info", JSON.stringify(user("two")));
  load = () => Promise.resolve("two's");
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  await says("two's");
  localStorage.removeItem("marque.session-token");
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  await says("visitor");
  expect(document.body.textContent).not.toContain("two's");
});

test("Q14 what is another's is not shown, neither kept nor on its way", async () => {
  await cachePersonalData("two", "thing", "two's", 1_000);
  load = offline;
  show();
  await says("failed");
  const answer = later();
  logIn("two");
  await says("two's");
  logIn("three");
  await says("loading");
  answer("of the one before");
  currentSession.clear();
  await says("visitor");
  expect(document.body.textContent).not.toContain("of the one before");
});
