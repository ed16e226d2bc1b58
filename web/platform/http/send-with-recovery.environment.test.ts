import { beforeEach, expect, it } from "vitest";
import { listNearby } from "#contract/activity/activity.ts";
import { configurationOf } from "../environment/environment.ts";
import { emptyList, recoveryFixture, refuse } from "../testing/recovery-fixture.ts";
import { siteForTests } from "../testing/test-site.ts";
import { sendWithRecovery } from "./send-with-recovery.ts";

const fixture = recoveryFixture(siteForTests, { hasKeptConfiguration: true });
const bases = { api: `${location.origin}/earlier/`, pass: `${location.origin}/pass/` };
beforeEach(() => {
  localStorage.setItem("marque.environment.dev", JSON.stringify(configurationOf("dev", siteForTests, bases)));
});
const called = () => fixture.requests.map(({ url }) => url.pathname.split("/")[1]);

it("A11 a call goes to the stored address at once", async () => {
  fixture.answers = [emptyList];
  await sendWithRecovery(listNearby, {});
  expect(called()).toEqual(["earlier"]);
});
it.each([
  ["a page that is not there", { status: 404, body: "<h1>404</h1>" }],
  ["another server's refusal", refuse(405)],
  ["a page instead of an answer", { body: "<!doctype html>" }],
])("A16 %s at the stored address: once more at the address that the page states", async (_what, answer) => {
  fixture.answers = [answer, emptyList, emptyList];
  await sendWithRecovery(listNearby, {});
  expect(called()).toEqual(["earlier", "mall-api"]);
  await sendWithRecovery(listNearby, {});
  expect(called()).toEqual(["earlier", "mall-api", "mall-api"]);
});
it("A16 a network that is down is tried once more for an outdated address, not for the page's own", async () => {
  const offline = { refusal: "offline" };
  await expect(sendWithRecovery(listNearby, {}, { isSilent: true })).rejects.toMatchObject(offline);
  expect(called()).toEqual(["earlier", "mall-api"]);
  localStorage.clear();
  await expect(sendWithRecovery(listNearby, {}, { isSilent: true })).rejects.toMatchObject(offline);
  expect(called()).toEqual(["earlier", "mall-api", "mall-api"]);
});
