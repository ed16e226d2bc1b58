import {
  addContestEntry,
  listContestEntries,
  reportContestEntry,
  voteForEntry,
} from "#contract/contest/contest.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { signUp } from "#contract/signup/signup.ts";
import sharp from "sharp";
import type { TestApp } from "../app.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { sampleContest } from "../samples/sample-contest.ts";
import { requireSuccess } from "./full-club-member.ts";

export const CONTEST = "1820000000000000016";
type Person = {
  readonly token: string;
  readonly userId: string;
  readonly mobile: string;
  readonly name: string;
};

/** Signs a person up with a picture. */
async function submit(app: TestApp, { token, mobile, name }: Omit<Person, "userId">, story: string) {
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#a0a020" } })
    .jpeg()
    .toBuffer();
  const { pictureId } = requireSuccess(await app.call(uploadPicture, {}, { token, picture }));
  const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId: CONTEST }, { token });
  const answers = { photo: pictureId, story };
  const form = { id: CONTEST, name, mobile, answers, consent: true as const };
  requireSuccess(await app.call(signUp, form, { token, captchaVerifyId }));
  return { pictureId, picture };
}

/**
 * Submits two pictures to a contest, votes for somebody else's and complains about it.
 * @returns texts that must not remain after an erasure
 */
export async function actInContest(app: TestApp, person: Person): Promise<Readonly<Record<string, string>>> {
  const { modules, context } = app;
  const { activity, contest } = sampleContest(context.clock.now(), CONTEST, sampleActivity);
  await modules.activities.addActivities([activity]);
  await modules.contests.add([contest]);
  const other = await app.login("13987654321", { nickname: "别人" });
  await submit(app, { ...other, mobile: "13987654321", name: "别人" }, "别人的一句话");
  const { list } = requireSuccess(await app.call(listContestEntries, { id: CONTEST }));
  const { picture } = await submit(app, person, "独一的一句话");
  const { token } = person;
  const { pictureId } = requireSuccess(await app.call(uploadPicture, {}, { token, picture }));
  const second = { id: CONTEST, pictureId, caption: "独一的第二句话" };
  requireSuccess(await app.call(addContestEntry, second, { token }));
  const target = { id: CONTEST, entryId: list[0]?.entryId ?? "" };
  requireSuccess(await app.call(voteForEntry, target, { token }));
  requireSuccess(await app.call(reportContestEntry, { ...target, reason: "other" }, { token }));
  return { entry: "独一的一句话", second: "独一的第二句话" };
}
