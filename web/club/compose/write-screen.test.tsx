import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { listGroupsOfUser } from "#contract/club/club.ts";
import { fakeServer, responseOf } from "../../platform/testing/fake-server.ts";
import { cachePersonalData, readPersonalData } from "../../platform/storage/personal-data-cache.ts";
import { groupFor } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub } from "../testing/show.tsx";
import WriteScreen from "./write-screen.tsx";

let shown: ReturnType<typeof show>;
let people = 0;
let openId: string;
/** Ids of the person's groups on the server; null: the server is unreachable. */
let joined: readonly string[] | null;
let answerNow: () => void;

beforeEach(() => {
  resetClub();
  // Another person for each test, who has no cached data.
  openId = `writer ${people++}`;
  logIn(openId);
  raisedWith();
  joined = [];
  answerNow = () => {};
});
afterEach(() => {
  shown.unmount();
  vi.restoreAllMocks();
});
const own = (groupId: string) => groupFor(groupId, { name: `车友会 ${groupId}`, standing: "joined" });
const cacheGroups = (...ids: string[]) => cachePersonalData(openId, "club-groups", ids.map(own), Date.now());
const showScreen = (search = "") => {
  const answered = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  const requests = fakeServer(async () => {
    await answered;
    if (joined === null) throw new TypeError("no network");
    return responseOf({ data: { list: joined.map(own), nextCursor: null } });
  });
  shown = show(<WriteScreen />, `/club/write${search}`);
  return requests;
};
const choice = () => page.getByRole("combobox", { name: "发布到" });

it("P12 a group that the person has just joined is preselected in spite of cached groups", async () => {
  await cacheGroups("1");
  joined = ["1", "2"];
  const requests = showScreen("?groupId=2");
  await expect.poll(() => requests.length).toBe(1);
  // The database answers in order: by then the screen has its answer too, and cached groups would be rendered.
  expect(await readPersonalData(openId, "club-groups")).not.toBeNull();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(choice().query()).toBeNull();
  answerNow();
  await expect.element(choice()).toHaveValue("2");
  expect(requests[0]?.name).toBe(listGroupsOfUser.paths[0]?.split("/").at(-1));
});

it("P12 the only group is preselected, but does not replace a group in the URL in which the person may not write", async () => {
  joined = ["1"];
  showScreen("?groupId=2");
  answerNow();
  await expect.element(choice()).toHaveValue("");
  shown.unmount();
  vi.restoreAllMocks();
  showScreen();
  answerNow();
  await expect.element(choice()).toHaveValue("1");
});

it("Q13 P12 without a network the cached groups are used", async () => {
  await cacheGroups("1", "2");
  joined = null;
  showScreen("?groupId=2");
  answerNow();
  await expect.element(choice()).toHaveValue("2");
});
