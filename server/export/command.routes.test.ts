import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpWriter } from "../signup/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { COMMAND_TIMEOUT, runCommand } from "../testing/command.ts";
import { sampleSignUp } from "../testing/samples/sample-sign-up.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

const activityId = "1620000000000000001";
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.modules.activities.addActivities([sampleActivity(app.context.clock.now(), { activityId })]);
});
afterAll(() => app.close());

test(
  "W10 the operator's command prints only the file; unknown arguments print the usage",
  async () => {
    const { userId } = await app.login("13155550009");
    await signUpWriter(app.context.db).add(activityId, sampleSignUp(userId, { mobile: "13155550009" }));
    const run = (...wish: string[]) => runCommand(app, ["export", ...wish]);
    const [masked, whole, nothing, ...wrong] = [
      await run("signups", activityId),
      await run("signups", activityId, "--with-mobile"),
      await run("leads", "1"),
      await run("everything", activityId),
      await run("leads"),
      await run("leads", activityId, "--all"),
    ];
    expect([masked.said.split("\r\n").length, masked.said.includes("131****0009")]).toEqual([2, true]);
    expect([masked.said, whole.said].map((said) => said.includes("13155550009"))).toEqual([false, true]);
    expect(nothing).toEqual({ isDone: false, said: "there is no such activity" });
    expect(wrong.map(({ said, isDone }) => [isDone, said.split(" ")[0]])).toEqual(
      wrong.map(() => [false, "usage:"]),
    );
  },
  COMMAND_TIMEOUT,
);
