import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { sendBenefit } from "#contract/benefit/benefit.ts";
import { enrollKoc } from "#contract/koc/koc.ts";
import { leaveLead } from "#contract/lead/lead.ts";
import type { NewBenefit } from "../../benefit/index.ts";
import { sampleBenefit } from "../samples/sample-benefit.ts";
import { sampleKocProgram } from "../samples/sample-koc.ts";
import type { RaceEnvironment } from "./race-environment.ts";
import type { RacePerson } from "./race-people.ts";
import {
  burst,
  readCounter,
  countServerErrors,
  withoutLocks,
  passesFor,
  countRows,
  successfulData,
  type Race,
} from "./race.ts";
import type { GuardRemoval } from "./guard-removal.ts";

const numbersOut: GuardRemoval = {
  away: ["alter table coupon drop constraint coupon_pkey"],
  back: ["delete from coupon", "alter table coupon add primary key (benefit_id, user_id, number)"],
};
/** Removes the check whether a pass is spent. */
const spentOut: GuardRemoval = {
  rewrite: (statement) => statement.replace("p.spent_by is null", "true"),
};
const oneLeadOut: GuardRemoval = {
  rewrite: (statement) =>
    statement.replace(
      /on conflict \(activity_id, mobile_key\) do update set[\s\S]*(?=returning mobile_key)/,
      "",
    ),
  away: ["alter table lead drop constraint lead_activity_id_mobile_key_key", "drop index lead_of_person"],
  back: [
    "delete from lead",
    "alter table lead add unique (activity_id, mobile_key)",
    "create unique index lead_of_person on lead (activity_id, user_id, (coalesce(number_key, mobile_key)))",
  ],
};

/** Adds a benefit. @returns its id */
async function benefit(field: RaceEnvironment, over: Partial<NewBenefit>): Promise<string> {
  const activity_id = await field.open({ activityType: "online" });
  const one = sampleBenefit(Date.now(), { activity_id, ...over });
  await field.servers[0].modules.benefits.add([one]);
  return one.benefit_id;
}
/** Coupons beyond the limit per person. */
async function beyond({ db }: RaceEnvironment, benefitId: string, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(n - ${most}::int), 0)::int as n from (
      select count(*)::int as n from coupon where benefit_id = ${benefitId} group by user_id) c
    where n > ${most}::int`.execute(db);
  return rows[0]?.n ?? 0;
}
const codesOf = (answers: Parameters<typeof successfulData>[0]): number =>
  new Set(
    successfulData(answers).flatMap((data) => {
      const { result, coupon } = data as { result: string; coupon?: { code: string } };
      return result === "SENT" && coupon ? [coupon.code] : [];
    }),
  ).size;
const MOST_OF_ONE = 2;

const stock: Race = {
  name: "M16 coupons, two for each person",
  guard: "lock of the benefit",
  guardRemoval: withoutLocks,
  exact: ({ places }) => ({ coupons: places, counted: places, told: places, beyond: 0, faults: 0 }),
  async run(field, { people, posts, places }) {
    const id = await benefit(field, { stock: places, per_person: MOST_OF_ONE });
    const all = await field.people(people);
    const passOf = await passesFor(field, all, posts, { action: "benefit", activityId: id });
    const sendOne = (person: RacePerson, post: number, server: number) => {
      const captchaVerifyId = passOf(person, post);
      return field.call(
        server,
        sendBenefit,
        { id },
        { token: person.token, captchaVerifyId, idempotencyKey: randomUUID() },
      );
    };
    const answers = await burst(all, posts, sendOne, true);
    return {
      coupons: await countRows(field, "coupon", { benefit_id: id }),
      counted: await readCounter(field, "benefit", "sent", { benefit_id: id }),
      told: codesOf(answers),
      beyond: await beyond(field, id, MOST_OF_ONE),
      faults: countServerErrors(answers),
    };
  },
};

/** Posts several times at once for each person with one pass, each with the key that `keyOf` gives. */
async function sameAgain(
  field: RaceEnvironment,
  { people, posts }: { people: number; posts: number },
  keyOf: (first: string) => string,
) {
  const id = await benefit(field, { stock: null, per_person: posts });
  const all = await field.people(people);
  const passOf = await passesFor(field, all, 1, { action: "benefit", activityId: id });
  const keys = new Map(all.map(({ userId }) => [userId, randomUUID()]));
  const answers = await burst(all, posts, (person, _post, server) =>
    field.call(
      server,
      sendBenefit,
      { id },
      {
        token: person.token,
        captchaVerifyId: passOf(person, 0),
        idempotencyKey: keyOf(keys.get(person.userId) ?? ""),
      },
    ),
  );
  const coupons = await countRows(field, "coupon", { benefit_id: id });
  return { coupons, told: codesOf(answers), answers };
}

const idempotency: Race = {
  name: "M16 the same request again, under its key",
  guard: "lock of the benefit, primary key",
  guardRemoval: numbersOut,
  exact: ({ people }) => ({ coupons: people, told: people, refused: 0 }),
  async run(field, size) {
    const { coupons, told, answers } = await sameAgain(field, size, (first) => first);
    return { coupons, told, refused: answers.filter(({ code }) => code !== "00").length };
  },
};

const passes: Race = {
  name: "O07 one pass of the captcha for many requests",
  guard: "the statement that spends it looks whether it is spent",
  guardRemoval: spentOut,
  exact: ({ people, posts }) => ({ coupons: people, told: people, refused: people * (posts - 1) }),
  async run(field, size) {
    const { coupons, told, answers } = await sameAgain(field, size, () => randomUUID());
    return { coupons, told, refused: answers.filter(({ status }) => status === 633).length };
  },
};

const places: Race = {
  name: "M06 places of a KOC programme",
  guard: "lock of the programme",
  guardRemoval: withoutLocks,
  exact: (size) => ({ applied: size.places, counted: size.places, faults: 0 }),
  async run(field, size) {
    const id = await field.open({ activityType: "online" });
    const program = sampleKocProgram(Date.now(), { activity_id: id, places: size.places });
    await field.servers[0].modules.kocs.add([program]);
    const all = await field.people(size.people);
    const passOf = await passesFor(field, all, size.posts, { action: "koc", activityId: id });
    const apply = (person: RacePerson, post: number, server: number) => {
      const captchaVerifyId = passOf(person, post);
      return field.call(
        server,
        enrollKoc,
        { id },
        { token: person.token, captchaVerifyId, idempotencyKey: randomUUID() },
      );
    };
    const answers = await burst(all, size.posts, apply, true);
    return {
      applied: await countRows(field, "koc", { activity_id: id }),
      counted: await readCounter(field, "koc_program", "taken", { activity_id: id }),
      faults: countServerErrors(answers),
    };
  },
};

const leads: Race = {
  name: "M19 one lead for each number",
  guard: "unique (activity, mobile)",
  guardRemoval: oneLeadOut,
  exact: ({ people }) => ({ leads: people, told: people, refused: 0 }),
  async run(field, { people, posts }) {
    const id = await field.open({ activityType: "online", pageType: "lead", startTime: Date.now() - 1_000 });
    const all = await field.people(people);
    const passOf = await passesFor(field, all, posts, { action: "lead", activityId: id });
    const answers = await burst(all, posts, ({ mobile, ...person }, post, server) =>
      field.call(
        server,
        leaveLead,
        { id, name: "林晓岚", mobile, provinceCode: "310000", cityCode: "310100", consent: true },
        {
          token: person.token,
          captchaVerifyId: passOf({ mobile, ...person }, post),
          idempotencyKey: randomUUID(),
        },
      ),
    );
    const told = new Set(successfulData(answers).map(({ leadId }) => leadId)).size;
    const refused = answers.filter(({ code }) => code !== "00").length;
    return { leads: await countRows(field, "lead", { activity_id: id }), told, refused };
  },
};

export const benefitRaces: readonly Race[] = [stock, idempotency, passes, places, leads];
