// A2: events that claim another browser's id, for an export or an erasure of that browser's data.
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { erasePersonalData, exportPersonalData } from "#contract/privacy/privacy.ts";
import { tokenLogin } from "#contract/session/session.ts";
import { linkVisitor } from "#contract/tracking/visitor.ts";
import { simulator } from "../../e2e/testing/simulator.ts";
import { sampleEvent, sampleForm, type SampleEvent } from "../../server/tracking/test-client.ts";
import { Stranger } from "./stranger.ts";
import { atMost, type AttackResult } from "./table.ts";
import type { Target } from "./target.ts";

const VISITS = 4;

async function send(stranger: Stranger, path: string, events: readonly SampleEvent[]): Promise<void> {
  await stranger.browser.request(`${stranger.target.origin}${path}?project=dianshang`, {
    method: "POST",
    headers: { "content-type": "text/plain;charset=UTF-8" },
    body: sampleForm.list(events),
  });
}
/** Stored events of a browser, as soon as there are so many, or after two seconds. */
async function storedEvents({ direct }: Target, id: string, expected: number): Promise<number> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${direct}/sim/events?limit=1000`);
    const { data } = (await answer.json()) as { data: { distinct_id: string }[] };
    const count = data.filter(({ distinct_id }) => distinct_id === id).length;
    if (count >= expected || tries >= 20) return count;
    await setTimeout(100);
  }
}

/** A person without a mobile, who may erase without a code. */
async function newPersonWithoutMobile(stranger: Stranger): Promise<string> {
  const { direct } = stranger.target;
  const userName = `attack_${randomBytes(6).toString("hex")}`;
  const { accountId } = await simulator(direct).addAccount({
    userName,
    password: "attack-2026-x",
    nickname: "n",
  });
  const accessToken = await simulator(direct).accessTokenOf(accountId);
  const { data } = await stranger.call(tokenLogin, { accessToken });
  stranger.token = data.sxToken;
  return data.userInfo.openId;
}

/** Every way in which an event names two ids. */
const claimsOf = (openId: string, victim: string): SampleEvent[] => {
  const signUp = { type: "track_signup", event: "$SignUp", distinct_id: openId };
  return [
    sampleEvent({ ...signUp, login_id: openId, original_id: victim, anonymous_id: victim }),
    sampleEvent({ ...signUp, original_id: victim }),
    sampleEvent({ ...signUp, login_id: openId, anonymous_id: victim }),
    sampleEvent({ distinct_id: openId, login_id: openId, anonymous_id: victim }),
    sampleEvent({
      type: "track_id_bind",
      event: "$BindID",
      distinct_id: openId,
      login_id: openId,
      anonymous_id: victim,
      identities: { $identity_login_id: openId, $identity_anonymous_id: victim },
    }),
    sampleEvent({ type: "profile_set", event: "", distinct_id: openId, original_id: victim }),
  ];
};

export async function attackVisitorEvents(target: Target): Promise<AttackResult[]> {
  const victim = randomBytes(16).toString("hex");
  const visit = () => sampleEvent({ distinct_id: victim, anonymous_id: victim });
  const other = new Stranger(target, "203.0.113.42");
  await send(other, "/sa", Array.from({ length: VISITS }, visit));
  await storedEvents(target, victim, VISITS);
  const attacker = new Stranger(target, "198.51.100.42");
  const openId = await newPersonWithoutMobile(attacker);
  await send(attacker, "/sa", claimsOf(openId, victim));
  await send(attacker, "/sa.gif", claimsOf(openId, victim));
  await storedEvents(target, openId, 6);
  // The id of the victim's browser, which events contain, in place of the secret.
  await attacker.call(linkVisitor, { proof: victim });
  const exported = await attacker.call(exportPersonalData, {});
  const rows = exported.data.sections.flatMap((section) => section.rows);
  const seen = rows.filter((row) => row["distinct_id"] === victim).length;
  await attacker.call(erasePersonalData, { sure: true });
  await send(other, "/sa", [visit()]);
  const left = await storedEvents(target, victim, VISITS + 1);
  return [
    atMost("A2 events of another browser in the attacker's export", 0, seen),
    atMost("A2 events of another browser that the erasure removed", 0, VISITS + 1 - left, "removed"),
  ];
}
