// A4: a dealer's link against another dealer's guests. A11: a coupon after its seat was given up. A12: drafts.
import { randomBytes } from "node:crypto";
import { showNearby } from "#contract/activity/activity.ts";
import { listBenefits, listCoupons, sendBenefit } from "#contract/benefit/benefit.ts";
import { checkIn, redeemCoupon, undoCheckIn } from "#contract/check-in/check-in.ts";
import { showKocProgram } from "#contract/koc/koc.ts";
import { cancelSignUp } from "#contract/signup/self-service.ts";
import { signUp } from "#contract/signup/signup.ts";
import { draftKeys, DRAFT_TEXT, ids, type Installation } from "./installation.ts";
import { Stranger } from "./stranger.ts";
import { atMost, expectAnswer, type AttackResult } from "./table.ts";
import type { Target } from "./target.ts";

const id = ids.activity;
const NAME = "南店客人";
const GUESSES = 40;
const MOST_GUESSES = 31;
const MEAL = "素食，对花生过敏";

/** A person with a seat at a dealer. @returns the person and the sign-up's id */
async function newGuest(server: Target, address: string, dealerId: string) {
  const person = await new Stranger(server, address).become();
  const captchaVerifyId = await person.pass({ action: "signup", activityId: id });
  const form = {
    id,
    name: NAME,
    mobile: person.mobile,
    dealerId,
    consent: true as const,
    answers: { meal: MEAL },
  };
  const options = { captchaVerifyId, idempotencyKey: crypto.randomUUID() };
  const { data, text } = await person.call(signUp, form, options);
  if (data.signUpId === undefined) throw new Error(`no sign-up: ${text}`);
  return { person, signUpId: data.signUpId };
}
const linkOf = (installation: Installation, dealerId: string): string =>
  /#([A-Za-z0-9_-]{43})/.exec(
    installation.command("staff-link", "check-in", id, "--dealer", dealerId),
  )?.[1] ?? "";

async function attackDealers(installation: Installation, server: Target): Promise<AttackResult[]> {
  const [own, other] = ids.dealers;
  const { signUpId } = await newGuest(server, "203.0.113.151", other);
  const mine = await newGuest(server, "203.0.113.152", own);
  const link = linkOf(installation, own);
  const desk = new Stranger(server, "198.51.100.151");
  const checkedInTime = "2026-11-27T10:00:00+08:00";
  const told: string[] = [];
  // Ids near one's own, and the other guest's id, before and after its check-in.
  const around = [-2n, -1n, 1n, 2n].map((step) => String(BigInt(mine.signUpId) + step));
  const probe = async (ids: readonly string[]): Promise<void> => {
    for (const guess of ids) {
      told.push((await desk.call(checkIn, { link, by: "小李", signUpId: guess })).text);
      told.push((await desk.call(undoCheckIn, { link, signUpId: guess, checkedInTime })).text);
    }
  };
  await probe([signUpId, ...around]);
  const done = await desk.call(checkIn, { link: linkOf(installation, other), by: "小南", signUpId });
  await probe([signUpId]);
  const knowing = told.filter((text) => text.includes(NAME) || text.includes("elsewhere")).length;
  let answered = 0;
  await Promise.all(
    Array.from({ length: GUESSES }, async (_, nth) => {
      const guess = String(BigInt(signUpId) + BigInt(7 * nth + 3));
      const { status } = await desk.call(checkIn, { link, by: "小李", signUpId: guess });
      if (status === 200) answered++;
    }),
  );
  return [
    expectAnswer("A4 the other dealer's own check-in", "done", done.data.result),
    atMost("A4 answers about another dealer's guest by id", 0, knowing, "answers"),
    atMost(`A4 of ${GUESSES} guessed ids at once by one link`, MOST_GUESSES, answered, "answered"),
  ];
}

async function attackCoupon(installation: Installation, server: Target): Promise<AttackResult[]> {
  const { person } = await newGuest(server, "203.0.113.153", ids.dealers[0]);
  const captchaVerifyId = await person.pass({ action: "benefit", activityId: ids.benefit });
  const sent = await person.call(sendBenefit, { id: ids.benefit }, { captchaVerifyId });
  const code = sent.data.coupon?.code ?? "";
  await person.call(cancelSignUp, { id });
  const [shown] = (await person.call(listCoupons, { activityId: id })).data;
  const desk = new Stranger(server, "198.51.100.153");
  const redeemed = await desk.call(redeemCoupon, {
    link: linkOf(installation, ids.dealers[0]),
    by: "小李",
    code,
  });
  return [
    expectAnswer("A11 the coupon of a seat that was given up, as shown", "expired", shown?.state ?? "none"),
    expectAnswer("A11 its redemption at the desk", "expired", redeemed.data.result ?? redeemed.text),
  ];
}

/** Drafts by their keys, with guessed and with no tokens; the operator's address shows them. */
async function attackDrafts(installation: Installation, server: Target): Promise<AttackResult[]> {
  const stranger = new Stranger(server, "198.51.100.154");
  const base = `${server.origin}/marketing/area/activity`;
  const token = () => randomBytes(32).toString("base64url");
  const variants: Record<string, string>[] = [
    {},
    { previewToken: "" },
    ...Array.from({ length: 20 }, () => ({ previewToken: token() })),
  ];
  let shown = 0;
  for (const more of variants) {
    const args = { preview: "1", ...draftKeys, ...more };
    const query = new URLSearchParams(args).toString();
    const texts = [
      (await stranger.call(showNearby, { id: "00", ...args })).text,
      (await stranger.call(listBenefits, { activityId: "00", ...args })).text,
      (await stranger.call(showKocProgram, { activityId: "00", ...args })).text,
      (await stranger.browser.request(`${base}/online/00?${query}`)).text,
      (await stranger.browser.request(`${base}/coupon/result/00?${query}`)).text,
    ];
    shown += texts.filter((text) => text.includes(DRAFT_TEXT)).length;
  }
  const byId = [
    (await stranger.call(showNearby, { id: ids.draft })).text,
    (await stranger.browser.request(`${base}/online/${ids.draft}`)).text,
    (await stranger.browser.request(`${server.origin}/poster/${ids.draft}`)).text,
  ].filter((text) => text.includes(DRAFT_TEXT)).length;
  return [
    atMost(
      `A12 answers that show a draft, by its keys and ${variants.length} tokens`,
      0,
      shown + byId,
      "answers",
    ),
  ];
}

export async function attackDesks(installation: Installation): Promise<AttackResult[]> {
  const [server] = installation.servers;
  if (server === undefined) return [];
  return [
    ...(await attackDealers(installation, server)),
    ...(await attackCoupon(installation, server)),
    ...(await attackDrafts(installation, server)),
  ];
}
