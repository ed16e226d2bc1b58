// A1: strangers try the code that an owner has just received, and use up the codes that the owner may ask for.
import { loginWithSms, quickLogin, type SmsScene } from "#contract/identity/identity.ts";
import { newMobile } from "../../e2e/testing/people.ts";
import { openLogin } from "./login-page.ts";
import { codeSentTo, otherCode, Stranger } from "./stranger.ts";
import { atMost, expectAnswer, type AttackResult } from "./table.ts";
import type { Target } from "./target.ts";

const OWNER = "203.0.113.141";
const MINUTE = 61_000;
const TRIES = 23;
const SENDS = 21;
const MOST_SENDS = 10;
const scenes: readonly SmsScene[] = ["bind", "reset", "login", "signup", "erase"];

const logIn = async (owner: Stranger, mobile: string): Promise<string> =>
  (await owner.call(quickLogin, { mobile, smsCode: await codeSentTo(owner.target, mobile) })).code;

/** Wrong tries from many addresses, from the owner's own, and on the login page; the right code from elsewhere. */
async function attackTries(target: Target): Promise<AttackResult[]> {
  const mobile = newMobile();
  const owner = new Stranger(target, OWNER);
  await owner.askForSms(mobile, "login");
  const code = await codeSentTo(target, mobile);
  for (let nth = 0; nth < TRIES; nth++) {
    const stranger = new Stranger(target, nth % 2 === 0 ? OWNER : `198.51.100.${nth}`);
    const smsCode = otherCode(code, nth);
    const uid = nth % 3 === 0 ? await openLogin(stranger) : "";
    await (uid === ""
      ? stranger.call(quickLogin, { mobile, smsCode })
      : stranger.call(loginWithSms, { uid, mobile, smsCode, consent: true }));
  }
  const stolen = await new Stranger(target, "198.51.100.99").call(quickLogin, { mobile, smsCode: code });
  return [
    atMost("A1 the owner's code, tried by a stranger who guessed it", 0, stolen.code === "00" ? 1 : 0),
    expectAnswer(
      `A1 the owner's code after ${TRIES} wrong tries of strangers`,
      "00",
      (await owner.call(quickLogin, { mobile, smsCode: code })).code,
    ),
  ];
}

/** Sends for other purposes from many addresses, a minute apart, to somebody who has logged in before. */
async function attackSends(target: Target): Promise<AttackResult[]> {
  const mobile = newMobile();
  const owner = new Stranger(target, OWNER);
  await owner.askForSms(mobile, "login");
  await logIn(owner, mobile);
  let sent = 0;
  for (let nth = 0; nth < SENDS; nth++) {
    await target.advance(MINUTE);
    const stranger = new Stranger(target, `198.51.100.${100 + nth}`);
    const asked = await stranger.askForSms(mobile, scenes[nth % scenes.length] ?? "login");
    if (asked === "200 00") sent++;
  }
  // Within the minute after a stranger's send.
  const asked = await owner.askForSms(mobile, "login");
  const code = asked === "200 00" ? await codeSentTo(target, mobile) : "";
  // A stranger's code of another purpose that comes after the owner's.
  await target.advance(MINUTE);
  await new Stranger(target, "198.51.100.180").askForSms(mobile, "bind");
  const own = code === "" ? asked : (await owner.call(quickLogin, { mobile, smsCode: code })).code;
  return [
    atMost(`A1 codes to one mobile that ${SENDS} addresses asked for`, MOST_SENDS, sent, "sent"),
    expectAnswer("A1 the owner's login on a known device after that", "00", own),
  ];
}

export const attackSmsCodes = async (target: Target): Promise<AttackResult[]> => [
  ...(await attackTries(target)),
  ...(await attackSends(target)),
];
