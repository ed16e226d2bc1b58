// A8: limits that are fired at concurrently, far beyond what they allow.
import { quickLogin, loginWithPassword } from "#contract/identity/identity.ts";
import { exportPersonalData } from "#contract/privacy/privacy.ts";
import { uploadPicture } from "#contract/picture/picture.ts";
import { newMobile } from "../../e2e/testing/people.ts";
import { simulator } from "../../e2e/testing/simulator.ts";
import { samplePhoto } from "../../server/testing/samples/sample-photo.ts";
import { openLogin } from "./login-page.ts";
import { codeSentTo, otherCode, Stranger } from "./stranger.ts";
import { atMost, type AttackResult } from "./table.ts";
import type { Target } from "./target.ts";

const AT_ONCE = 40;
const UPLOADS = 90;
const UPLOADS_AT_ONCE = 5;
const PASSWORD = "qinglan-2026";
const most = { exports: 5, tries: 5, passwords: 5, uploads: 60 } as const;

/** Does something many times at once. @returns how many answers are counted */
async function fire<T>(
  times: number,
  act: (nth: number) => Promise<T>,
  isCounted: (answer: T) => boolean,
): Promise<number> {
  const answers = await Promise.all(Array.from({ length: times }, (_, nth) => act(nth)));
  return answers.filter(isCounted).length;
}

async function attackTries(target: Target): Promise<AttackResult[]> {
  const mobile = newMobile();
  const requester = new Stranger(target, "203.0.113.81");
  await requester.askForSms(mobile, "login");
  const code = await codeSentTo(target, mobile);
  const tried = await fire(
    AT_ONCE,
    (nth) => requester.call(quickLogin, { mobile, smsCode: otherCode(code, nth) }),
    ({ code: answer }) => answer === "SMS_CODE_WRONG",
  );
  const after = await requester.call(quickLogin, { mobile, smsCode: code });
  return [
    atMost(`A8 wrong codes of ${AT_ONCE} at once that were compared`, most.tries, tried, "compared"),
    atMost("A8 logins with the right code after them", 0, after.code === "00" ? 1 : 0),
  ];
}

async function attackPasswords(target: Target): Promise<AttackResult> {
  const userName = `limits_${Date.now()}`;
  await simulator(target.direct).addAccount({ userName, password: PASSWORD, nickname: "n" });
  const stranger = new Stranger(target, "203.0.113.82");
  const uid = await openLogin(stranger, { showPwdLogin: "true" });
  const compared = await fire(
    AT_ONCE,
    (nth) =>
      stranger.call(loginWithPassword, { uid, account: userName, password: `wrong-${nth}`, consent: true }),
    ({ code }) => code === "PASSWORD_WRONG",
  );
  return atMost(`A8 wrong passwords of ${AT_ONCE} at once`, most.passwords, compared, "compared");
}

async function attackExports(target: Target): Promise<AttackResult> {
  const person = await new Stranger(target, "203.0.113.83").become();
  const exported = await fire(
    AT_ONCE,
    () => person.call(exportPersonalData, {}),
    ({ code }) => code === "00",
  );
  return atMost(`A8 exports of ${AT_ONCE} at once`, most.exports, exported, "exported");
}

async function attackUploads(target: Target): Promise<AttackResult> {
  const person = await new Stranger(target, "203.0.113.84").become();
  const picture = await samplePhoto();
  let stored = 0;
  // More at once are refused by the person's share of the uploads (A9).
  for (let sent = 0; sent < UPLOADS; sent += UPLOADS_AT_ONCE)
    stored += await fire(
      UPLOADS_AT_ONCE,
      () => person.call(uploadPicture, {}, { picture }),
      ({ code }) => code === "00",
    );
  return atMost(`A8 pictures of ${UPLOADS} in an hour`, most.uploads, stored, "stored");
}

export const attackLimits = async (target: Target): Promise<AttackResult[]> => [
  ...(await attackTries(target)),
  await attackPasswords(target),
  await attackExports(target),
  await attackUploads(target),
];
