import { randomUUID } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { listNearby, showNearby } from "#contract/activity/activity.ts";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { showSignUp, signUp } from "#contract/signup/signup.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { COMMAND_TIMEOUT, runCommand } from "../testing/command.ts";

let app: TestApp;
/** Another process of the same installation. */
let other: TestApp;
beforeAll(async () => {
  app = await testApp();
  other = await testApp({ beside: app });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const example = "docs/catalogue/";
const run = (...args: string[]) => runCommand(app, ["catalogue", ...args]);
const inBoth = <T>(ask: (server: TestApp) => Promise<T>): Promise<T[]> => Promise.all([app, other].map(ask));
const statuses = (id: string) => inBoth(async (server) => (await server.call(showNearby, { id })).status);
const listed = (ids: string) =>
  inBoth(async (server) => (await server.call(listNearby, { ids })).data.list.map((one) => one.activityId));
const SOON = { timeout: 60_000, interval: 50 };

test(
  "W10 an operator imports the example, publishes it, reads its numbers and withdraws it; every process shows each state",
  async () => {
    const file = join(example, "example.json");
    expect((await run("check", file)).said).toMatch(/^added {2}dealer 2001\n[^]*\nnot applied: use apply$/);
    expect((await run("list")).said).toBe("none");
    expect((await run("apply", file)).said).toMatch(/^added {2}dealer 2001\n[^]*\n16 done$/);
    expect((await run("apply", file)).said).toBe("no changes");
    expect((await run("list")).said.split("\n")).toContain("3002  draft  open  冬季检测券");
    expect(await statuses("3002")).toEqual([404, 404]);
    expect(await listed("3002")).toEqual([[], []]);
    const [previewed = ""] = (await run("preview", "3002")).said.split("\n");
    const preview = Object.fromEntries(new URL(previewed).searchParams);
    expect((await app.call(showNearby, { id: "00", ...preview })).data.title).toBe("冬季检测券");

    expect((await run("publish", "3002")).said).toBe("done");
    await expect.poll(() => statuses("3002"), SOON).toEqual([200, 200]);
    await expect.poll(() => listed("3002"), SOON).toEqual([["3002"], ["3002"]]);
    const [cover] = await inBoth(
      async (server) => (await server.call(showNearby, { id: "3002" })).data.coverUrl,
    );
    expect((await app.app.inject({ url: cover ?? "" })).statusCode).toBe(200);

    const mobile = "13155550075";
    const { token } = await app.login(mobile);
    const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: "3002" }, { token });
    const wish = { id: "3002", name: "林晓岚", mobile, consent: true } as const;
    const options = { token, captchaVerifyId, idempotencyKey: randomUUID() };
    expect((await app.call(signUp, wish, options)).status).toBe(200);
    expect((await run("numbers", "3002")).said).toMatch(
      /^sign ups: 1\nseats left: no limit\nwaiting: 0\narrived: 0\n/,
    );

    const teaser = { kind: "step" as const, nodeKey: "teaser", name: "先报名", activityId: "3002" };
    const last = { kind: "step" as const, nodeKey: "signup", name: "报名", after: ["teaser"] };
    await app.modules.flow.publish({ activityId: "3001", process: { nodes: [teaser, last] } });
    const barred = [
      "people without a sign-up for it can no longer take part in:",
      "3001  draft  open  滨江清晨试驾",
    ];
    const lines = async (...args: string[]) => (await run(...args)).said.split("\n");
    expect(await lines("withdraw", "3002")).toEqual(["done", ...barred]);
    await expect.poll(() => statuses("3002"), SOON).toEqual([404, 404]);
    await expect.poll(() => listed("3002"), SOON).toEqual([[], []]);
    const { data: own } = await other.call(listOwnSignUps, {}, { token });
    expect(own.map(({ activityId, title }) => [activityId, title])).toEqual([["3002", "冬季检测券"]]);
    expect((await other.call(showSignUp, { activityId: "3002" }, { token })).data.signed).toBe(true);

    expect(await lines("call-off", "3002", "--reason", " 因暴雨天气 ")).toEqual(["done", ...barred]);
    expect(await lines("call-off", "3002", "--reason", "再说一次")).toEqual(["again", ...barred]);
    expect(await lines("list")).toContain("3002  cancelled  open  冬季检测券  因暴雨天气");
    const messages = () => inBoth(async (server) => (await server.call(showNearby, { id: "3002" })).message);
    const said = "活动已取消：因暴雨天气";
    await expect.poll(messages, SOON).toEqual([said, said]);
    const told = (await other.call(showSignUp, { activityId: "3002" }, { token })).data.ticket?.calledOff;
    expect(told?.reason).toBe("因暴雨天气");
    expect((await run("publish", "3002")).said).toBe("done");
    await expect.poll(() => statuses("3002"), SOON).toEqual([200, 200]);
    await expect.poll(() => listed("3002"), SOON).toEqual([["3002"], ["3002"]]);
  },
  COMMAND_TIMEOUT,
);

test(
  "W10 an invalid file changes nothing and each problem is printed on a line; wrong arguments print the usage",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "marque-catalogue-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "bad.json");
    copyFileSync(join(example, "cover.svg"), join(folder, "cover.svg"));
    const text = readFileSync(join(example, "example.json"), "utf8").replaceAll("300", "390");
    writeFileSync(
      file,
      text.replace('"quota": 20', '"quota": -1').replace('"title": "滨江', '"tittle": "滨江'),
    );
    const said = [
      "not applied:",
      "activities.0.tittle: is unknown",
      "activities.0.title: is missing",
      "activities.0.quota: must be at least 0",
    ].sort();
    const bad = await run("apply", file);
    expect([bad.isDone, bad.said.split("\n").sort()]).toEqual([false, said]);
    expect((await run("list")).said).not.toContain("3901");
    writeFileSync(file, "{");
    expect((await run("apply", file)).said).toBe(`${file}: line 1, column 2: is not valid JSON`);
    writeFileSync(file, Buffer.from("7b2261223a22d6d0", "hex"));
    expect((await run("check", file)).said).toContain("line 1, column 7: is not UTF-8, but probably GBK");
    writeFileSync(file, `\uFEFF${text.replace("滨江清晨", String.raw`\ud83d 清晨`)}`);
    expect((await run("check", file)).said).toContain("activities.0.title: has half a character");
    const needed = "--reason must be 1 to 60 characters in one line: guests read it";
    for (const reason of [[], ["--reason", " "], ["--reason", "雨".repeat(61)], ["--reason", "雨\n天"]])
      expect(await run("call-off", "3001", ...reason)).toEqual({ isDone: false, said: needed });
    expect(await run("call-off", "404", "--reason", "雨".repeat(60))).toEqual({
      isDone: false,
      said: "there is no activity 404",
    });
    const uses = [
      ["burn", "1"],
      ["apply"],
      ["list", "1"],
      [],
      ["publish", "1", "--reason", "雨"],
      ["call-off"],
    ];
    for (const wrong of uses) expect((await run(...wrong)).said).toMatch(/^usage: /);
    expect(await run("publish", "404")).toEqual({ isDone: false, said: "there is no activity 404" });
  },
  COMMAND_TIMEOUT,
);
