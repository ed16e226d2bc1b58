// A10: logins that leave no line in the security log, or whose line is lost in the noise of others.
import { setTimeout } from "node:timers/promises";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { bindMobile, quickLogin } from "#contract/identity/identity.ts";
import { tokenLogin } from "#contract/session/session.ts";
import { wechatSessions } from "#contract/wechat/wechat.ts";
import { newMobile } from "../../e2e/testing/people.ts";
import { simulator } from "../../e2e/testing/simulator.ts";
import { codeSentTo, Stranger } from "./stranger.ts";
import { atMost, type AttackResult } from "./table.ts";
import { Client, type Target } from "./target.ts";

const NOISE = 1_500;
const ROUNDS = 4;

/** Lines of a call and an outcome; null: any refusal. */
const linesOf = (output: string, call: string, outcome: string | null): number =>
  output.split("\n").filter((line) => {
    if (!line.includes(`"call":"${call}"`)) return false;
    return outcome === null ? !line.includes('"outcome":"done"') : line.includes(`"outcome":"${outcome}"`);
  }).length;

/** A code of WeChat's authorize page, of a person who consents. */
async function wechatCode(stranger: Stranger): Promise<string> {
  const { direct } = stranger.target;
  const query = new URLSearchParams({
    appid: demoBrand.officialAccounts.other.appId,
    redirect_uri: `${direct}/marketing/area/activity/`,
    response_type: "code",
    scope: "snsapi_userinfo",
    state: "1763700000000",
  });
  const page = await stranger.browser.request(
    `${direct}/sim/wechat/connect/oauth2/authorize?${query.toString()}&person=no-mobile`,
  );
  return new URL(page.location ?? `${direct}/?none=1`).searchParams.get("code") ?? "";
}

/** One login of each kind, good and failed. @returns names of those without a line */
async function findUnlogged(target: Target): Promise<string[]> {
  const stranger = new Stranger(target, "203.0.113.101");
  const before = target.output().length;
  await stranger.call(wechatSessions, { code: await wechatCode(stranger) });
  await stranger.call(wechatSessions, { code: "spent-or-unknown" });
  await stranger.call(tokenLogin, { accessToken: "unknown" });
  const { accountId } = await simulator(target.direct).addAccount({
    userName: `log_${Date.now()}`,
    password: "attack-2026-x",
    nickname: "n",
  });
  const access_token = await simulator(target.direct).accessTokenOf(accountId);
  const mobile = newMobile();
  await stranger.askForSms(mobile, "bind");
  await stranger.call(bindMobile, { access_token, mobile, smsCode: "000000" });
  await stranger.call(bindMobile, { access_token, mobile, smsCode: await codeSentTo(target, mobile) });
  await setTimeout(500);
  const output = target.output().slice(before);
  const expected = [
    ["wechatSessions", "done"],
    ["wechatSessions", null],
    ["tokenLogin", null],
    ["sendSms", "done"],
    ["bindMobile", null],
    ["bindMobile", "done"],
  ] as const;
  return expected.flatMap(([call, outcome]) =>
    linesOf(output, call, outcome) > 0 ? [] : [`${call} ${outcome ?? "refused"}`],
  );
}

/** Logins in seconds that are full of wrong codes from many addresses. @returns logins without a line */
async function countHidden(target: Target): Promise<number> {
  const before = target.output().length;
  const person = new Stranger(target, "203.0.113.102");
  const tokens: string[] = [];
  for (let nth = 0; nth < ROUNDS; nth++) tokens.push(await simulator(target.direct).accessToken(newMobile()));
  let sent = 0;
  const body = JSON.stringify({ mobile: newMobile(), smsCode: "123456" });
  const headers = { "content-type": "application/json" };
  const noise = Promise.all(
    Array.from({ length: 20 }, async (_, nth) => {
      const client = new Client(target.origin, `198.51.100.${110 + nth}`, 4);
      while (sent < NOISE * ROUNDS) {
        sent += 4;
        const path = `/pass/${quickLogin.paths[0]}`;
        await Promise.all(
          Array.from({ length: 4 }, () => client.send(path, { method: "POST", headers, body })),
        );
      }
      client.close();
    }),
  );
  for (const accessToken of tokens) {
    const until = sent + NOISE / 2;
    while (sent < Math.min(until, NOISE * ROUNDS - 1)) await setTimeout(5);
    await person.call(tokenLogin, { accessToken });
  }
  await noise;
  await setTimeout(500);
  return ROUNDS - linesOf(target.output().slice(before), "tokenLogin", "done");
}

export async function attackSecurityLog(target: Target): Promise<AttackResult[]> {
  const unlogged = await findUnlogged(target);
  return [
    {
      name: "A10 logins and bindings without a line in the security log",
      threshold: "none",
      got: unlogged.join(", ") || "none",
      isHeld: unlogged.length === 0,
    },
    atMost(
      `A10 of ${ROUNDS} logins beside ${NOISE * ROUNDS} wrong codes`,
      0,
      await countHidden(target),
      "not logged",
    ),
  ];
}
