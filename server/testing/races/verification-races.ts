import { setTimeout } from "node:timers/promises";
import { loginWithSms, sendSms } from "#contract/identity/identity.ts";
import { applyAsOwner, updateCarInfo } from "#contract/owner/owner.ts";
import { signUp } from "#contract/signup/signup.ts";
import {
  exchangeAuthorizationCode,
  jsonOf,
  returnToApp,
  requestUserInfo,
  openInteractionPage,
  authorizeUrl,
} from "../../identity/test-login.ts";
import { newId } from "../../core/ids.ts";
import { ownerStore } from "../../owner/store.ts";
import { signatureHeaders } from "../request.ts";
import { testKeyring } from "../encryption/test-keyring.ts";
import { testVin } from "../samples/sample-vin.ts";
import type { RaceEnvironment } from "./race-environment.ts";
import type { RacePerson } from "./race-people.ts";
import { burst, countServerErrors, passesFor, countRows, type Race } from "./race.ts";
import type { GuardRemoval } from "./guard-removal.ts";

const CODE = "246810";
const replaced = (from: RegExp | string, to: string): GuardRemoval => ({
  rewrite: (statement) => statement.replace(from, to),
});
/** Each removes one clause of one statement. */
const smsSpentOut = replaced('and "spent" is false', "");
const codeSpentOut = replaced('"consumed_time" is null', "true");
const nonceSpentOut = replaced(
  "on conflict do nothing returning nonce_hash",
  "on conflict (nonce_hash) do update set expires_time = excluded.expires_time returning nonce_hash",
);
const leaseOut = replaced(
  /set due_time = (\$\d+), asked_time = (\$\d+)/,
  "set due_time = least(due_time, $1::timestamptz), asked_time = least(asked_time, $2::timestamptz)",
);
const oneApplicationOut: GuardRemoval = {
  ...replaced("on conflict (user_id) where status = 1 do nothing", ""),
  away: ["drop index owner_application_under_review"],
  back: [
    "delete from owner_application",
    "create unique index owner_application_under_review on owner_application (user_id) where status = 1",
  ],
};
const oneOwnerOut: GuardRemoval = {
  ...replaced(/and not exists \(select 1 from owner_application o where [^)]*\)/, ""),
  away: ["drop index owner_application_car"],
  back: [
    "delete from owner_application",
    "create unique index owner_application_car on owner_application (vin_key) where status = 2",
  ],
};

const smsCodes: Race = {
  name: "F22 one SMS code tried by many",
  guard: "the statement that spends it looks whether it is spent",
  guardRemoval: smsSpentOut,
  exact: () => ({ signUps: 1, faults: 0 }),
  async run(field, { people }) {
    const id = await field.open();
    const all = await field.people(people);
    const [other] = await field.people(1);
    const mobile = other?.mobile ?? "";
    const [smsPass = ""] = await field.passes([{ action: "sms" }], mobile);
    await field.call(0, sendSms, { mobile, scene: "signup", captchaVerifyId: smsPass });
    const passOf = await passesFor(field, all, 1, { action: "signup", activityId: id });
    const answers = await burst(all, 1, (person, post, server) =>
      field.call(
        server,
        signUp,
        { id, name: "林晓岚", mobile, smsCode: CODE, consent: true },
        { token: person.token, captchaVerifyId: passOf(person, post) },
      ),
    );
    return {
      signUps: await countRows(field, "signup", { activity_id: id }),
      faults: countServerErrors(answers),
    };
  },
};

/** Logs a person in at the provider. @returns the authorization code that the web app receives */
async function codeFor(field: RaceEnvironment, { mobile }: RacePerson): Promise<string> {
  const server = providerOf(field);
  const page = await openInteractionPage(authorizeUrl(server));
  const [captchaVerifyId = ""] = await field.passes([{ action: "sms" }], mobile);
  await field.call(0, sendSms, { mobile, scene: "login", captchaVerifyId });
  const answer = await page.call(loginWithSms, { mobile, smsCode: CODE, consent: true });
  return (await returnToApp(page.browser, answer)).searchParams.get("code") ?? "";
}
const providerOf = ({ servers: [{ origin, modules }] }: RaceEnvironment) => ({
  origin,
  identity: modules.identity,
});

const loginCodes: Race = {
  name: "F17 E17 one authorization code exchanged by many",
  guard: "the statement that consumes it looks whether it is consumed",
  guardRemoval: codeSpentOut,
  size: ({ people, posts, places }) => ({ people: Math.min(Math.ceil(people / 8), 20), posts, places }),
  exact: ({ people }) => ({ alone: people, twice: 0, stillGood: 0 }),
  async run(field, { people, posts }) {
    const server = providerOf(field);
    const figures = { alone: 0, twice: 0, stillGood: 0 };
    for (const person of await field.people(people)) {
      const alone = await exchangeAuthorizationCode(server, await codeFor(field, person));
      if (alone.status === 200) figures.alone++;
      const code = await codeFor(field, person);
      const answers = await Promise.all(
        Array.from({ length: Math.max(posts, 5) }, () => exchangeAuthorizationCode(server, code)),
      );
      const good = answers.filter(({ status }) => status === 200);
      if (good.length > 1) figures.twice++;
      for (const answer of good)
        if ((await requestUserInfo(server, jsonOf(answer)["access_token"])).status === 200)
          figures.stillGood++;
    }
    return figures;
  },
};

const nonces: Race = {
  name: "L03 one signed request sent by many",
  guard: "the statement that keeps a nonce tells whether it is new",
  guardRemoval: nonceSpentOut,
  exact: ({ people, posts }) => ({ passed: people, refused: people * (posts - 1) }),
  async run(field, { people, posts }) {
    const id = await field.open();
    const all = await field.people(people);
    const [{ context }] = field.servers;
    const signed = new Map(
      all.map(({ userId, mobile }) => [userId, signatureHeaders(context.config.appKey, mobile, Date.now())]),
    );
    const answers = await burst(all, posts, ({ userId, mobile, token }, _post, server) =>
      field.call(
        server,
        signUp,
        { id, name: "林晓岚", mobile, consent: true },
        { token, isUnsigned: true, headers: signed.get(userId) ?? {} },
      ),
    );
    // An accepted request lacks the captcha.
    const of = (status: number) => answers.filter((answer) => answer.status === status).length;
    return { passed: of(633), refused: of(406) };
  },
};

const signedSignUps: Race = {
  name: "L03 one signed sign-up, with all that it needs, sent by many",
  guard: "the statement that signs up keeps the nonce, and goes by whether it is new",
  guardRemoval: nonceSpentOut,
  exact: ({ people, posts }) => ({ signUps: people, passed: people, refused: people * (posts - 1) }),
  async run(field, { people, posts }) {
    const id = await field.open();
    const all = await field.people(people);
    const passOf = await passesFor(field, all, 1, { action: "signup", activityId: id });
    const [{ context }] = field.servers;
    const signed = new Map(
      all.map(({ userId, mobile }) => [userId, signatureHeaders(context.config.appKey, mobile, Date.now())]),
    );
    const answers = await burst(all, posts, (person, _post, server) =>
      field.call(
        server,
        signUp,
        { id, name: "林晓岚", mobile: person.mobile, consent: true },
        {
          token: person.token,
          captchaVerifyId: passOf(person, 0),
          idempotencyKey: person.userId,
          isUnsigned: true,
          headers: signed.get(person.userId) ?? {},
        },
      ),
    );
    const of = (status: number) => answers.filter((answer) => answer.status === status).length;
    return {
      signUps: await countRows(field, "signup", { activity_id: id }),
      passed: of(200),
      refused: of(406),
    };
  },
};

/** Adds an uploaded picture. */
async function picture({ db }: RaceEnvironment, { userId }: RacePerson): Promise<string> {
  const picture_id = newId();
  await db
    .withTables<{
      picture_upload: Record<"picture_id" | "user_id" | "storage_key", string> & { created_time: Date };
    }>()
    .insertInto("picture_upload")
    .values({ picture_id, user_id: userId, storage_key: `${picture_id}.jpg`, created_time: new Date() })
    .execute();
  return picture_id;
}
/** Adds an application that has not been reviewed yet. */
async function apply(field: RaceEnvironment, person: RacePerson, vin: string): Promise<void> {
  await ownerStore(field.db).add({
    application_id: newId(),
    user_id: person.userId,
    mobile: person.mobile,
    vin,
    series_code: "e7",
    picture_id: null,
    consent_version: "1",
    created_time: new Date(),
  });
}
const lookAll = (field: RaceEnvironment, people: readonly RacePerson[], posts: number) =>
  burst(people, posts, ({ token }, _post, server) => field.call(server, updateCarInfo, {}, { token }));

const applications: Race = {
  name: "P14 one application under review for each person",
  guard: "unique (person) of those under review",
  guardRemoval: oneApplicationOut,
  exact: ({ people }) => ({ applications: people, faults: 0 }),
  async run(field, { people, posts }) {
    field.reviewer.isWaiting = true;
    const all = await field.people(people);
    const forms = new Map<string, { vin: string; pictureId: string }>();
    for (const person of all)
      forms.set(person.userId, { vin: testVin(), pictureId: await picture(field, person) });
    const before = await countRows(field, "owner_application", { series_code: "e7" });
    const answers = await burst(all, posts, ({ userId, token }, _post, server) => {
      const { vin = "", pictureId = "" } = forms.get(userId) ?? {};
      return field.call(server, applyAsOwner, { vin, seriesCode: "e7", pictureId, consent: true }, { token });
    });
    const after = await countRows(field, "owner_application", { series_code: "e7" });
    await field.db.withTables<{ owner_application: object }>().deleteFrom("owner_application").execute();
    field.reviewer.isWaiting = false;
    return { applications: after - before, faults: countServerErrors(answers) };
  },
};

const cars: Race = {
  name: "P14 one owner for each car",
  guard: "unique (car) of those accepted",
  guardRemoval: oneOwnerOut,
  size: ({ people, posts, places }) => ({ people: Math.min(people, 50), posts, places }),
  exact: () => ({ accepted: 1, faults: 0 }),
  async run(field, { people, posts }) {
    const vin = testVin();
    const all = await field.people(people);
    await Promise.all(all.map((person) => apply(field, person, vin)));
    const answers = await lookAll(field, all, posts);
    const accepted = () =>
      countRows(field, "owner_application", { vin_key: testKeyring().lookup(vin), status: "2" });
    // The servers' periodic jobs have leased some of them, and may still be working on them.
    for (let tries = 0; tries < 200 && (await accepted()) === 0; tries++) await setTimeout(50);
    return { accepted: await accepted(), faults: countServerErrors(answers) };
  },
};

const reviews: Race = {
  name: "P14 an application reviewed once",
  guard: "lease of the application",
  guardRemoval: leaseOut,
  size: ({ people, posts, places }) => ({ people: Math.min(people, 100), posts, places }),
  exact: ({ people }) => ({ asked: people, accepted: people }),
  async run(field, { people, posts }) {
    const all = await field.people(people);
    field.reviewer.asked = [];
    const vins = all.map(() => testVin());
    for (const [at, person] of all.entries()) await apply(field, person, vins[at] ?? "");
    await lookAll(field, all, posts);
    // The servers' periodic jobs have leased some of them, and may still be working on them.
    const open = () => countRows(field, "owner_application", { status: "1" });
    for (let tries = 0; tries < 200 && (await open()) > 0; tries++) await setTimeout(50);
    const accepted = await Promise.all(
      vins.map((vin) =>
        countRows(field, "owner_application", { vin_key: testKeyring().lookup(vin), status: "2" }),
      ),
    );
    return { asked: field.reviewer.asked.length, accepted: accepted.reduce((sum, one) => sum + one, 0) };
  },
};

export const verificationRaces: readonly Race[] = [
  smsCodes,
  loginCodes,
  nonces,
  signedSignUps,
  applications,
  cars,
  reviews,
];
