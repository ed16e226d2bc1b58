import { afterAll, beforeAll, expect, test } from "vitest";
import { checkIn, openCheckIn } from "#contract/check-in/check-in.ts";
import { signUpWriter } from "../signup/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { sampleSignUp } from "../testing/samples/sample-sign-up.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test("W10 L19 staff see a guest's answers with their questions, in the list and at check-in", async () => {
  const asked = { kind: "text", required: false, options: [], placeholder: "" } as const;
  const form = [
    { ...asked, options: [], key: "diet", label: "忌口" },
    { ...asked, options: [], key: "guests", label: "同行人数" },
  ];
  const activityId = "1420000000000000001";
  await app.modules.activities.addActivities([sampleActivity(app.context.clock.now(), { activityId, form })]);
  const { userId } = await app.login("13410009999");
  // One answer to a question that was removed, and no answer to another one.
  const answers = { gone: "红色", diet: "花生" };
  await signUpWriter(app.context.db).add(activityId, sampleSignUp(userId, { answers }));
  const link = await app.modules.checkIns.addLink({ activityId });
  const [listed] = (await app.call(openCheckIn, { link })).data.guests;
  const labelled = [
    { label: "忌口", answer: "花生" },
    { label: "gone", answer: "红色" },
  ];
  expect(listed?.answers).toEqual(labelled);
  const args = { link, by: "小李", signUpId: listed?.signUpId ?? "" };
  expect((await app.call(checkIn, args)).data.guest?.answers).toEqual(labelled);
});
