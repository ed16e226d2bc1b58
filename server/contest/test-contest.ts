import sharp from "sharp";
import { uploadPicture } from "#contract/picture/picture.ts";
import { signUp } from "#contract/signup/signup.ts";
import { listContestEntries } from "#contract/contest/contest.ts";
import type { TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";
import { sampleContest } from "../testing/samples/sample-contest.ts";
import type { NewActivity } from "../activity/index.ts";
import type { NewContest } from "./index.ts";

const picture = (): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: "#2060a0" } })
    .jpeg()
    .toBuffer();

/** Steps of contest tests on one server. */
export function contestSteps(app: TestApp) {
  let activities = 0;
  let people = 0;
  const steps = {
    /** Adds an activity with a contest. @returns its id */
    async open(over: Partial<NewContest> = {}, activityOver: Partial<NewActivity> = {}): Promise<string> {
      const id = `19100000000000000${String(10 + activities++)}`;
      const { activity, contest } = sampleContest(app.context.clock.now(), id, sampleActivity, over);
      await app.modules.activities.addActivities([{ ...activity, ...activityOver }]);
      await app.modules.contests.add([contest]);
      return id;
    },
    async person(nickname = "车友") {
      const mobile = `137${String(30_000_000 + people++)}`;
      return { mobile, ...(await app.login(mobile, { nickname })) };
    },
    async upload(token: string): Promise<string> {
      return (await app.call(uploadPicture, {}, { token, picture: await picture() })).data.pictureId;
    },
    async signUp(
      id: string,
      { token, mobile }: { token: string; mobile: string },
      answers: Record<string, string>,
    ) {
      const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: id }, { token });
      const form = { id, name: "林晓岚", mobile, answers, consent: true as const };
      return app.call(signUp, form, { token, captchaVerifyId });
    },
    /** A person with a sign-up and one entry. */
    async entrant(id: string, nickname = "投稿人") {
      const person = await steps.person(nickname);
      const pictureId = await steps.upload(person.token);
      const signedUp = await steps.signUp(id, person, { photo: pictureId, story: `${nickname}的一句话` });
      if (signedUp.code !== "00") throw new Error(`not signed up: ${signedUp.code}`);
      return { ...person, pictureId };
    },
    /** Shown entries, not from the cache. */
    async entries(id: string, sort: "newest" | "votes" = "newest") {
      app.clearCaches();
      return (await app.call(listContestEntries, { id, sort, pageSize: 50 })).data.list;
    },
  };
  return steps;
}
