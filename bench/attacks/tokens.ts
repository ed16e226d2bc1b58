// A13: tokens after a logout, tokens outside the address, and routes that no limit counts.
import { bindMobile } from "#contract/identity/identity.ts";
import { endSession, showUser, tokenLogin } from "#contract/session/session.ts";
import { newMobile } from "../../e2e/testing/people.ts";
import { simulator } from "../../e2e/testing/simulator.ts";
import { Stranger } from "./stranger.ts";
import { atMost, expectAnswer, type AttackResult } from "./table.ts";
import { Client, type Target } from "./target.ts";

const LOOKUPS = 9_000;
/** Limit of such requests in a minute. */
const MOST_LOOKUPS = 6_000;
/** Routes that read the database, each of them. */
const paths: readonly string[] = [
  "/pass/me",
  "/pass/token",
  "/pass/session/end",
  "/mall-api/community/article/stream?articleId=1",
  "/poster/1",
];

/** Requests of one address that were not refused by a limit, and the most that a minute's bucket allows. */
async function lookUp({ origin }: Target, path: string, address: string): Promise<AttackResult> {
  const client = new Client(origin, address, 20);
  const startedAt = performance.now();
  let served = 0;
  let sent = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      while (sent < LOOKUPS) {
        sent++;
        const { status } = await client.send(path);
        if (status !== 429 && status !== 503) served++;
      }
    }),
  );
  client.close();
  const seconds = (performance.now() - startedAt) / 1_000;
  const most = Math.ceil(MOST_LOOKUPS * (1 + seconds / 60));
  return atMost(`A13 of ${LOOKUPS} requests for ${path.split("?")[0]}`, most, served, "served");
}

export async function attackTokens(target: Target): Promise<AttackResult[]> {
  const person = new Stranger(target, "203.0.113.131");
  const accessToken = await simulator(target.direct).accessToken(newMobile());
  person.token = (await person.call(tokenLogin, { accessToken })).data.sxToken;
  await person.call(endSession, {});
  const [again, gone] = [await person.call(tokenLogin, { accessToken }), await person.call(showUser, {})];
  const bound = await person.browser.request(`${target.origin}/pass/${bindMobile.paths[0]}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-access-token": "unknown-token" },
    body: JSON.stringify({ mobile: newMobile(), smsCode: "123456" }),
  });
  const results = [
    atMost("A13 logins with the provider's token after the logout", 0, again.code === "00" ? 1 : 0),
    atMost("A13 calls with the session's token after the logout", 0, gone.code === "00" ? 1 : 0),
    expectAnswer("A13 bindMobile with its token in a header", "40102", bound.code ?? ""),
  ];
  for (const [at, path] of paths.entries()) results.push(await lookUp(target, path, `203.0.113.${132 + at}`));
  return results;
}
