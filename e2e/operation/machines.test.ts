import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listNearby } from "#contract/activity/activity.ts";
import { checkCaptcha, createCaptcha } from "#contract/captcha/captcha.ts";
import { listConsoleActivities } from "#contract/console/activity/activities.ts";
import { uploadConsolePicture } from "#contract/console/content/pictures.ts";
import { fetchExport, listExports, makeExport, readExportPart } from "#contract/console/export/exports.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { tokenLogin } from "#contract/session/session.ts";
import { listOwnSignUps } from "#contract/signup/self-service.ts";
import { signUp } from "#contract/signup/signup.ts";
import { samplePhoto } from "../../server/testing/samples/sample-photo.ts";
import { activityFilters, findActivity } from "../testing/activities.ts";
import { contractClient } from "../testing/contract-client.ts";
import { logInAsOperator, operatorClient } from "../testing/faults/operator-client.ts";
import { newVisitorId, sendPageView } from "../testing/faults/machine-load.ts";
import { startTwoMachines, type TwoMachines } from "../testing/faults/two-machines.ts";
import { answersTo } from "../testing/http-actions.ts";
import { newMobile, newPerson } from "../testing/people.ts";
import { testSettings } from "../testing/product.ts";
import { simulator } from "../testing/simulator.ts";

let installation: TwoMachines;
let [one, other] = ["", ""];
beforeAll(async () => {
  installation = await startTwoMachines();
  [one, other] = installation.machines.map(({ origin }) => origin) as [string, string];
});
afterAll(() => installation.stop());

/** Both directions: what one machine receives, and what the other one answers. */
const directions = (): readonly (readonly [string, string])[] => [
  [one, other],
  [other, one],
];
/** Reads a path of a machine. */
async function read(origin: string, path: string, accept = "*/*"): Promise<{ status: number; body: Buffer }> {
  const answer = await fetch(origin + path, { headers: { accept } });
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
}
/** Expects the same good answer of both machines. */
async function expectSame(path: string, accept?: string): Promise<void> {
  const [first, second] = await Promise.all([read(one, path, accept), read(other, path, accept)]);
  expect([path, first.status, second.status]).toEqual([path, 200, 200]);
  expect(first.body.length).toBeGreaterThan(100);
  expect(first.body.equals(second.body)).toBe(true);
}
/** Path of a picture's URL, which any machine answers. */
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url, one);
  return pathname + search;
};

test("HA13 pictures of the catalogue in each size and format, and posters, are the same on both machines", async () => {
  const { activityId, coverUrl } = await findActivity(one, activityFilters.plain);
  const cover = pathOf(coverUrl);
  for (const step of ["", "?x-oss-process=image/resize,w_320/format,webp"])
    await expectSame(cover + step, "image/webp");
  await expectSame(`${cover}?x-oss-process=image/resize,w_750/format,jpg`);
  // A poster's code has the address of the machine that draws it.
  for (const origin of [one, other]) {
    const { status, body } = await read(origin, `/poster/${activityId}`);
    expect([status, (await sharp(body).metadata()).format]).toEqual([200, "jpeg"]);
  }
});

test("HA13 the pages of shoppers and of operators are served by both machines", async () => {
  const { activityId } = await findActivity(one, activityFilters.plain);
  const area = "/marketing/area/activity/";
  for (const path of [`${area}list?cityCode=310100`, `${area}offline/${activityId}`, "/console/", "/"]) {
    const answers = await Promise.all([read(one, path, "text/html"), read(other, path, "text/html")]);
    expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 200, 200]);
  }
});

test("HA13 both machines list the same activities, and a session of one is one of the other", async () => {
  const nearby = { cityCode: "310100", size: 50 } as const;
  const lists = await Promise.all([one, other].map((origin) => contractClient(origin)(listNearby, nearby)));
  expect(lists[0]?.list.length).toBeGreaterThan(3);
  expect(lists[0]?.list.map(({ activityId }) => activityId)).toEqual(
    lists[1]?.list.map(({ activityId }) => activityId),
  );
  for (const [received, asked] of directions()) {
    const { token } = await newPerson(received);
    expect(await contractClient(asked, { token })(listOwnSignUps, {})).toEqual([]);
  }
});

test("HA13 an access token of the provider at one machine logs in at the other", async () => {
  for (const [issued, asked] of directions()) {
    const accessToken = await simulator(issued).accessToken(newMobile());
    const { sxToken } = await contractClient(asked)(tokenLogin, { accessToken });
    expect(await contractClient(issued, { token: sxToken })(listOwnSignUps, {})).toEqual([]);
  }
});

test("HA13 a captcha of one machine is solved at the other, and the sign-up is on both", async () => {
  for (const [received, asked] of directions()) {
    const activity = await findActivity(received, (found) => activityFilters.plain(found));
    const id = activity.activityId;
    const { mobile, token } = await newPerson(received);
    const purpose = { action: "signup", activityId: id } as const;
    const { challengeId } = await contractClient(received, { token })(createCaptcha, purpose);
    const x = Number(testSettings.CAPTCHA_TEST_X);
    const solved = { challengeId, x, track: [], nonces: [] };
    const { captchaVerifyId } = await contractClient(asked, { token })(checkCaptcha, solved);
    const form = { id, name: "参加者", mobile, answers: answersTo(activity), consent: true } as const;
    const idempotencyKey = randomUUID();
    const options = { token, captchaVerifyId, idempotencyKey };
    const { signUpId } = await contractClient(received, options)(signUp, form);
    // The same form again, at the other machine, is the same sign-up.
    expect((await contractClient(asked, options)(signUp, form)).signUpId).toBe(signUpId);
    for (const origin of [received, asked]) {
      const own = await contractClient(origin, { token })(listOwnSignUps, {});
      expect(own.map((card) => card.signUpId)).toEqual([signUpId]);
    }
  }
});

test("HA13 a person's upload at one machine is shown by the other, and its conversions too", async () => {
  for (const [received, asked] of directions()) {
    const { token } = await newPerson(received);
    const picture = await samplePhoto();
    const { url, width } = await contractClient(received, { token, picture })(uploadPicture, {});
    expect(width).toBe(400);
    const path = pathOf(url);
    await expectSame(path);
    const small = await read(asked, `${path}&x-oss-process=image/resize,w_320/format,jpg`);
    expect(small.status).toBe(200);
    expect(small.body.length).toBeGreaterThan(100);
  }
});

test("HA13 what an operator uploads and exports at one machine is fetched at the other", async () => {
  for (const [received, asked] of directions()) {
    const session = await logInAsOperator(received, "hq-admin");
    const [here, there] = [operatorClient(received, session), operatorClient(asked, session)];
    const { url } = await here(uploadConsolePicture, {}, Buffer.from(await samplePhoto()));
    await expectSame(pathOf(url));
    expect((await there(listConsoleActivities, { filter: {} })).rows.length).toBeGreaterThan(3);

    const { exportId } = await here(makeExport, {
      list: "guests",
      filter: {},
      columns: ["name"],
      format: "csv",
      isFull: false,
      filterWords: [],
    });
    const stateOf = async () =>
      (await there(listExports, { filter: { exportId } })).rows.map(({ state }) => state);
    await expect.poll(stateOf, { timeout: 60_000 }).toEqual(["ready"]);
    const { parts } = await there(fetchExport, { exportId });
    const { content } = await there(readExportPart, { exportId, part: parts });
    expect(Buffer.from(content, "base64").length).toBeGreaterThan(10);
  }
});

test("HA12 events of both machines are stored once, whichever receives them", async () => {
  const visitors = [newVisitorId(), newVisitorId()];
  for (const [at, origin] of [one, other].entries()) await sendPageView(origin, visitors[at] ?? "");
  const stored = async () => Object.fromEntries(await installation.countEvents(visitors));
  await expect.poll(stored).toEqual(Object.fromEntries(visitors.map((visitor) => [visitor, 1])));
});
