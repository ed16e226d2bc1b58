import { randomUUID } from "node:crypto";
import { cancelSignUp, changeSession } from "#contract/signup/self-service.ts";
import { signUp, type SignUpResult } from "#contract/signup/signup.ts";
import { acceptOffer } from "#contract/signup/waitlist.ts";
import { signUpWriter, createWaitlist } from "../../signup/index.ts";
import type { CallResponse } from "../request.ts";
import { sampleSignUp } from "../samples/sample-sign-up.ts";
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
  type RaceCounts,
  type Race,
} from "./race.ts";
import type { GuardRemoval } from "./guard-removal.ts";

const DAY = 86_400_000;
const LOCK = "lock of the activity's counters";
const keyOut: GuardRemoval = {
  away: ["alter table signup drop constraint signup_pkey"],
  back: ["delete from signup", "alter table signup add primary key (activity_id, user_id)"],
};

const formOf = (id: string, { mobile }: RacePerson, sessionId?: string) => ({
  id,
  name: "林晓岚",
  mobile,
  consent: true as const,
  ...(sessionId !== undefined && { sessionId }),
});
/** Signs up each person several times at once, each time with its own pass and idempotency key. */
async function signUpAll(
  field: RaceEnvironment,
  id: string,
  people: readonly RacePerson[],
  posts: number,
  { sessionOf, isOneServers = false }: { sessionOf?: (post: number) => string; isOneServers?: boolean } = {},
): Promise<CallResponse<SignUpResult>[]> {
  const passOf = await passesFor(field, people, posts, { action: "signup", activityId: id });
  const sendOne = (person: RacePerson, post: number, server: number) =>
    field.call(server, signUp, formOf(id, person, sessionOf?.(post)), {
      token: person.token,
      captchaVerifyId: passOf(person, post),
      idempotencyKey: randomUUID(),
    });
  return burst(people, posts, sendOne, isOneServers);
}
const session = (sessionId: string, quota: number) => ({
  sessionId,
  dealerId: null,
  startTime: Date.now() + 3 * DAY,
  endTime: Date.now() + 3 * DAY + 3_600_000,
  quota,
  taken: 0,
});
const taken = (field: RaceEnvironment, id: string): Promise<number> =>
  readCounter(field, "activity", "taken", { activity_id: id });
const signUps = (field: RaceEnvironment, id: string, more: { session_id?: string } = {}): Promise<number> =>
  countRows(field, "signup", { activity_id: id, ...more });
const counted = async (field: RaceEnvironment, id: string) => ({
  signUps: await signUps(field, id),
  counted: await taken(field, id),
});
/** Gives each person a seat. */
const seat = async (
  { db }: RaceEnvironment,
  id: string,
  people: readonly RacePerson[],
  sessionId: string | null = null,
) => {
  const writer = signUpWriter(db);
  await Promise.all(
    people.map(({ userId }) => writer.add(id, sampleSignUp(userId, { session_id: sessionId }))),
  );
};
const ticketsOf = (answers: readonly CallResponse<SignUpResult>[]): number =>
  new Set(successfulData(answers).map(({ signUpId }) => signUpId)).size;

const seats: Race = {
  name: "L10 seats of an activity",
  guard: LOCK,
  guardRemoval: withoutLocks,
  exact: ({ places }) => ({ signUps: places, counted: places, told: places, faults: 0 }),
  async run(field, { people, posts, places }) {
    const id = await field.open({ quota: places });
    const answers = await signUpAll(field, id, await field.people(people), posts, { isOneServers: true });
    return { ...(await counted(field, id)), told: ticketsOf(answers), faults: countServerErrors(answers) };
  },
};

const processSeats: Race = {
  name: "L10 first seats of a process",
  guard: `${LOCK}, the process's limit among them`,
  guardRemoval: withoutLocks,
  exact: ({ places }) => ({ signUps: places, counted: places, told: places, otherWords: 0, faults: 0 }),
  async run(field, { people, posts, places }) {
    const id = await field.open({ processKey: `P${randomUUID()}`, nodeKey: "signup" });
    const first = { kind: "quota" as const, nodeKey: "first", name: "名额", limit: places };
    const step = { kind: "step" as const, nodeKey: "signup", name: "报名", after: ["first"] };
    await field.servers[0].modules.flow.publish({ activityId: id, process: { nodes: [first, step] } });
    const answers = await signUpAll(field, id, await field.people(people), posts, { isOneServers: true });
    // The writer refuses with the same message as the process.
    const words = encodeURIComponent(`前 ${places} 个名额已满`);
    const others = answers.filter(
      ({ status, headers }) => status === 633 && headers["flow_branch_remark"] !== words,
    );
    const told = { told: ticketsOf(answers), otherWords: others.length };
    return { ...(await counted(field, id)), ...told, faults: countServerErrors(answers) };
  },
};

const sessions: Race = {
  name: "L10 seats of two sessions",
  guard: LOCK,
  guardRemoval: withoutLocks,
  exact: ({ places }) => ({ first: places, second: places, signUps: 2 * places, faults: 0 }),
  async run(field, { people, posts, places }) {
    const asks = { series: false, dealer: false, session: true };
    const id = await field.open({ sessions: [session("1", places), session("2", places)], asks });
    const answers = await signUpAll(field, id, await field.people(people), posts, {
      sessionOf: (post) => String(1 + (post % 2)),
      isOneServers: true,
    });
    const [first, second] = [
      await signUps(field, id, { session_id: "1" }),
      await signUps(field, id, { session_id: "2" }),
    ];
    return { first, second, signUps: await taken(field, id), faults: countServerErrors(answers) };
  },
};

const once: Race = {
  name: "L11 one sign-up for each person",
  guard: `${LOCK}, primary key`,
  guardRemoval: keyOut,
  exact: ({ people }) => ({ signUps: people, counted: people, told: people, refused: 0 }),
  async run(field, { people, posts }) {
    const id = await field.open();
    const answers = await signUpAll(field, id, await field.people(people), posts);
    const refused = answers.filter(({ code }) => code !== "00").length;
    return { ...(await counted(field, id)), told: ticketsOf(answers), refused };
  },
};

const givenUp: Race = {
  name: "L17 sign-ups given up in several tabs",
  guard: "lock of the activity, and seats are freed by what was deleted",
  guardRemoval: {
    ...withoutLocks,
    rewrite: (statement) => statement.replaceAll("(select count(*)::int from gone)", "1"),
  },
  exact: ({ people, places }) => ({ signUps: places, counted: places, given: people, faults: 0 }),
  async run(field, { people, posts, places }) {
    const id = await field.open();
    const leaving = await field.people(people);
    await seat(field, id, [...leaving, ...(await field.people(places))]);
    const answers = await burst(leaving, posts, ({ token }, _post, server) =>
      field.call(server, cancelSignUp, { id }, { token }),
    );
    const given = successfulData(answers).filter(({ cancelled }) => cancelled).length;
    return { ...(await counted(field, id)), given, faults: countServerErrors(answers) };
  },
};

const moved: Race = {
  name: "L10 the last seats of a session to change to",
  guard: "lock of the activity",
  guardRemoval: withoutLocks,
  exact: ({ people, places }) => ({
    first: people - places,
    firstCounted: people - places,
    second: places,
    secondCounted: places,
    faults: 0,
  }),
  async run(field, { people, posts, places }) {
    const id = await field.open({ sessions: [session("1", people), session("2", places)] });
    const all = await field.people(people);
    await seat(field, id, all, "1");
    const answers = await burst(all, posts, ({ token }, _post, server) =>
      field.call(server, changeSession, { id, sessionId: "2" }, { token }),
    );
    const figures: Record<string, number> = { faults: countServerErrors(answers) };
    for (const [name, sessionId] of [
      ["first", "1"],
      ["second", "2"],
    ] as const) {
      figures[name] = await signUps(field, id, { session_id: sessionId });
      figures[`${name}Counted`] = await readCounter(field, "activity_session", "taken", {
        activity_id: id,
        session_id: sessionId,
      });
    }
    return figures;
  },
};
const offers: Race = {
  name: "L18 freed seats for those who wait",
  guard: "lock of the activity",
  guardRemoval: withoutLocks,
  // One request each: seats that are freed twice would compensate for offers that are counted twice.
  size: ({ places }) => ({ people: places, posts: 1, places }),
  exact: ({ places }) => ({ offered: places, kept: places, signUps: places, counted: places, faults: 0 }),
  async run(field, { posts, places }): Promise<RaceCounts> {
    const id = await field.open({ quota: places });
    const [holders, waiting] = [await field.people(places), await field.people(2 * places)];
    await seat(field, id, holders);
    const queue = createWaitlist(field.db);
    const now = Date.now();
    for (const { userId } of waiting) await queue.join(id, sampleSignUp(userId), now);
    const cancelled = await burst(holders, posts, ({ token }, _post, server) =>
      field.call(server, cancelSignUp, { id }, { token }),
    );
    const offered = await countRows(field, "waitlist", { activity_id: id, state: "offered" });
    const kept = await taken(field, id);
    const accepted = await burst(waiting, posts, ({ token }, _post, server) =>
      field.call(server, acceptOffer, { id }, { token }),
    );
    return {
      offered,
      kept,
      ...(await counted(field, id)),
      faults: countServerErrors(cancelled) + countServerErrors(accepted),
    };
  },
};

export const signUpRaces: readonly Race[] = [seats, processSeats, sessions, once, givenUp, moved, offers];
