import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { listNearby, showNearby } from "#contract/activity/activity.ts";
import { listArticles } from "#contract/club/articles.ts";
import type { Call } from "#contract/core/call.ts";
import { followUser, listRelatedMembers, showMember } from "#contract/club/members.ts";
import { MAX_REPLICA_LAG, WRITE_HOLD } from "../../database/replica/replica-limits.ts";
import { testClub, type ClubTestPerson } from "../../club/test-club.ts";
import { testApp, type TestApp } from "../app.ts";
import { callAccess } from "../call-access.ts";
import type { ForeignResources } from "../call-access-kinds.ts";
import { contractCalls } from "../contract-calls.ts";
import { startPostgres, type PostgresCluster } from "../database/postgres-cluster.ts";
import { sampleActivity } from "../samples/sample-activity.ts";
import { caughtUp, pauseReplay, resumeReplay } from "./follow-primary.ts";

const FAST = { fsync: "off", max_wal_size: "256MB", shared_buffers: "32MB" };
const ACTIVITY = "1000000000000007200";

let cluster: PostgresCluster;
let standby: PostgresCluster;
/** Two processes of one installation. */
let app: TestApp;
let other: TestApp;
/** Time of the replica's checks, ms: it passes only when a test says so. */
let clock = 0;
const replicaClock = (): number => clock;

beforeAll(async () => {
  cluster = await startPostgres(inject("postgresBin") ?? "", { settings: FAST });
  standby = await cluster.startReplica();
  const source = { url: cluster.url("postgres") };
  const settings = {
    RATE_LIMITS: "off",
    DATABASE_URL: source.url,
    DATABASE_READ_URL: standby.url("postgres"),
  };
  const database = { source, remove: () => Promise.resolve() };
  app = await testApp({ database, settings, replicaClock });
  other = await testApp({ beside: app, settings, replicaClock });
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId: ACTIVITY }),
  ]);
});
afterAll(async () => {
  await other.close();
  await app.close();
  await standby.stop();
  await cluster.stop();
});

const metricsOf = async ({ app: server }: TestApp): Promise<string> => (await server.inject("/metrics")).body;
/** Brings the replica up to date, and lets both processes find that it is. */
async function useReplica(): Promise<void> {
  clock += 60_000;
  await caughtUp(cluster, standby);
  for (const one of [app, other]) {
    await one.call(listArticles, {});
    await vi.waitFor(
      async () => expect(await metricsOf(one)).toMatch(/^database_replica_usable\{[^}]*\} 1$/m),
      { timeout: 30_000, interval: 50 },
    );
  }
}

const follow = (who: ClubTestPerson, whom: ClubTestPerson) =>
  app.call(followUser, { userId: whom.memberId, follow: true }, { token: who.token });
/** The people whom a person follows, as another process answers. */
const followed = async ({ token }: ClubTestPerson) =>
  (await other.call(listRelatedMembers, { kind: "following" }, { token })).data.list.map(({ id }) => id);
const followersFor = async (whom: ClubTestPerson, token?: string) =>
  (await other.call(showMember, { userId: whom.memberId }, token === undefined ? {} : { token })).data
    .followers;
/** Lets a person's last write have been long ago. */
const forgetWrites = () =>
  sql`update user_session set written_time = written_time - make_interval(secs => ${WRITE_HOLD / 1_000})`.execute(
    app.context.db,
  );

test("HA15 a person sees their own write at once on every process, however late the replica is", async () => {
  const club = testClub(app);
  const [writer, reader, whom] = [await club.person(), await club.person(), await club.person()];
  await forgetWrites();
  await useReplica();
  expect(await followersFor(whom)).toBe(0);
  await pauseReplay(standby);
  try {
    expect((await follow(writer, whom)).status).toBe(200);
    expect(await followed(writer)).toEqual([whom.memberId]);
    // The replica answers everybody else.
    expect(await followersFor(whom)).toBe(0);
    expect(await followersFor(whom, reader.token)).toBe(0);
    // The mark is what makes the difference.
    await forgetWrites();
    expect(await followed(writer)).toEqual([]);
    // A further write is marked anew.
    expect((await follow(writer, reader)).status).toBe(200);
    expect((await followed(writer)).toSorted()).toEqual([whom.memberId, reader.memberId].toSorted());
  } finally {
    await resumeReplay(standby);
  }
});

test("HA15 who has just logged in is known, although the replica does not know them", async () => {
  await useReplica();
  await pauseReplay(standby);
  try {
    const club = testClub(app);
    const person = await club.person();
    expect((await other.call(showMember, {}, { token: person.token })).data.id).toBe(person.memberId);
  } finally {
    await resumeReplay(standby);
  }
});

test("HA15 HA16 what is withdrawn disappears for visitors once the replica is two seconds late", async () => {
  await useReplica();
  let size = 10;
  // Each request has an address of its own, so that no cache answers.
  const titles = async () => (await app.call(listNearby, { ids: ACTIVITY, size: size++ })).data.list.length;
  expect(await titles()).toBe(1);
  await pauseReplay(standby);
  try {
    await sql`update activity set is_published = false where activity_id = ${ACTIVITY}`.execute(
      app.context.db,
    );
    clock += 1;
    expect(await titles()).toBe(1);
    clock += MAX_REPLICA_LAG + 1;
    expect(await titles()).toBe(0);
    expect((await app.call(showNearby, { id: ACTIVITY, longitude: 121, latitude: 31 })).status).toBe(404);
  } finally {
    await resumeReplay(standby);
    await sql`update activity set is_published = true where activity_id = ${ACTIVITY}`.execute(
      app.context.db,
    );
  }
});

/** Ids of nothing, for the calls that need some. */
const nothing = new Proxy({}, { get: () => "1000000000000000001" }) as ForeignResources;

test("HA15 no call that reads from a replica writes there, and replicas answer most of them", async () => {
  const person = await testClub(app).person();
  await forgetWrites();
  await useReplica();
  const reads = (await contractCalls()).filter(({ method, acts }) => method === "GET" && acts !== true);
  const count = /^database_statement_duration_seconds_count\{database="replica"[^}]*\} (\d+)/m;
  const answered = async (): Promise<number> => Number(count.exec(await metricsOf(app))?.[1] ?? 0);
  const before = await answered();
  for (const call of reads) {
    const args = (callAccess[call.name]?.args(nothing) ?? {}) as never;
    for (const options of [{}, { token: person.token }]) await app.call(call as Call, args, options);
  }
  const body = await metricsOf(app);
  expect(body).toMatch(/^database_replica_fallbacks_total\{reason="write"[^}]*\} 0$/m);
  expect(body).toMatch(/^database_replica_usable\{[^}]*\} 1$/m);
  expect((await answered()) - before).toBeGreaterThan(reads.length / 2);
});
