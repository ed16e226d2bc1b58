// A3: a lead with somebody else's number. A8: more numbers at once than a person may leave.
import { showNearby, type ActivityDetail } from "#contract/activity/activity.ts";
import { leaveLead, listOwnLeads, showLead, withdrawLead } from "#contract/lead/lead.ts";
import { answersTo } from "../../e2e/testing/http-actions.ts";
import { findActivity } from "../../e2e/testing/activities.ts";
import { contractClient } from "../../e2e/testing/contract-client.ts";
import { newMobile } from "../../e2e/testing/people.ts";
import { ids, type Installation } from "./installation.ts";
import { Stranger } from "./stranger.ts";
import { atMost, expectAnswer, type AttackResult } from "./table.ts";
import type { Target } from "./target.ts";

/** Passes that one person gets in an hour. */
const PASSES = 10;
const MOST_NUMBERS = 5;

const leadActivity = ({ direct }: Target): Promise<ActivityDetail> =>
  findActivity(direct, ({ pageType, status }) => pageType === "lead" && status === 2);

const newPass = (person: Stranger, { activityId }: ActivityDetail): Promise<string> =>
  person.pass({ action: "lead", activityId });
type LeadDetails = {
  readonly mobile: string;
  readonly name: string;
  readonly captchaVerifyId: string;
  readonly changedLeadId?: string | undefined;
};
const leave = (
  person: Stranger,
  activity: ActivityDetail,
  { mobile, name, captchaVerifyId, changedLeadId }: LeadDetails,
) =>
  person.call(
    leaveLead,
    {
      id: activity.activityId,
      name,
      mobile,
      provinceCode: "310000",
      cityCode: "310100",
      consent: true,
      ...(changedLeadId !== undefined && { changedLeadId }),
      ...(activity.asks.series && { seriesCode: activity.seriesCodes[0] }),
      answers: answersTo(activity, name),
    },
    { captchaVerifyId },
  );

/** Leaves and withdraws leads with the victim's number. */
async function attackOtherLead(target: Target, activity: ActivityDetail): Promise<AttackResult[]> {
  const id = activity.activityId;
  const victim = await new Stranger(target, "203.0.113.43").become();
  const { mobile } = victim;
  await leave(victim, activity, {
    mobile,
    name: "受害人",
    captchaVerifyId: await newPass(victim, activity),
  });
  const before = await victim.call(showLead, { id });
  const told: string[] = [];
  await target.advance(3_600_000);
  for (let nth = 0; nth < 3; nth++) {
    const attacker = await new Stranger(target, `198.51.100.${43 + nth}`).become();
    const captchaVerifyId = await newPass(attacker, activity);
    const leadId = before.data?.leadId ?? "";
    // The last one claims that the victim's lead is its own.
    const changedLeadId = nth === 2 ? leadId : undefined;
    const left = await leave(attacker, activity, {
      mobile,
      name: `冒名${nth}`,
      captchaVerifyId,
      changedLeadId,
    });
    told.push(left.text);
    told.push((await attacker.call(showLead, { id })).text, (await attacker.call(listOwnLeads, {})).text);
    told.push((await attacker.call(withdrawLead, { id, ...(nth > 0 && { leadId }) })).text);
    if (nth > 0) await attacker.call(withdrawLead, { id });
  }
  const after = await victim.call(showLead, { id });
  const secrets = [before.data?.leadId, before.data?.createdTime];
  const count = told.filter((text) => secrets.some((secret) => text.includes(secret ?? "-"))).length;
  return [
    expectAnswer("A3 the lead of the first person afterwards", "受害人", after.data?.name ?? "gone"),
    atMost("A3 answers that tell the first lead's id or time", 0, count, "answers"),
  ];
}

/** As many numbers at once as a person has passes, over all server processes. */
async function attackLeadLimit(
  servers: readonly [Target, ...Target[]],
  activity: ActivityDetail,
): Promise<AttackResult> {
  const person = await new Stranger(servers[0], "198.51.100.48").become();
  const passes: string[] = [];
  for (let nth = 0; nth < PASSES; nth++) passes.push(await newPass(person, activity));
  const clients = servers.map((server) => {
    const client = new Stranger(server, "198.51.100.48");
    client.token = person.token;
    return client;
  });
  const answers = await Promise.all(
    passes.map((captchaVerifyId, nth) =>
      leave(clients[nth % clients.length] ?? person, activity, {
        mobile: newMobile(),
        name: "陈屿",
        captchaVerifyId,
      }),
    ),
  );
  const stored = answers.filter(({ code }) => code === "00").length;
  const sent = passes.filter(Boolean).length;
  const name = `A8 leads of ${sent} numbers by one person at once, ${servers.length} processes`;
  return atMost(name, MOST_NUMBERS, stored, "stored");
}

export async function attackLeads(target: Target): Promise<AttackResult[]> {
  const activity = await leadActivity(target);
  return [...(await attackOtherLead(target, activity)), await attackLeadLimit([target], activity)];
}

/** The limit of numbers on two server processes, without the demo. */
export async function attackLeadsOnServers({ servers }: Installation): Promise<AttackResult[]> {
  const [first, ...others] = servers;
  if (first === undefined) return [];
  const activity = await contractClient(first.direct)(showNearby, { id: ids.leads });
  const results: AttackResult[] = [];
  for (let round = 0; round < 3; round++) results.push(await attackLeadLimit([first, ...others], activity));
  return results;
}
