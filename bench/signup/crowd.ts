// Shared by the sign-up benchmarks: people prepared for a sign-up, and many connections that send
// concurrently.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { ArgsOf, Call } from "#contract/core/call.ts";
import { signUp } from "#contract/signup/signup.ts";
import { activitySeed } from "../../server/activity/import/seed-store.ts";
import type { Database } from "../../server/database/connection/database.ts";
import { newId } from "../../server/core/ids.ts";
import { addPasses, addPeople, type RacePerson } from "../../server/testing/races/race-people.ts";
import { buildCallRequest, type TestCallOptions } from "../../server/testing/request.ts";
import { sampleActivity } from "../../server/testing/samples/sample-activity.ts";

const APP_KEY = "marque-demo-app-key";

/** A call with a JSON body, as sent over the wire. @param cookie of a browser that has been here before */
export function renderCall<C extends Call>(
  call: C,
  args: ArgsOf<C>,
  options: TestCallOptions,
  cookie: string,
): Buffer {
  const { url, headers, payload } = buildCallRequest(call, args, APP_KEY, options);
  const body = JSON.stringify(payload);
  const lines = Object.entries({
    host: "127.0.0.1",
    cookie,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    ...(headers as Record<string, string>),
  }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`POST ${url as string} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}
function renderSignUp(
  id: string,
  { mobile, token }: RacePerson,
  captchaVerifyId: string,
  cookie: string,
): Buffer {
  const options = { token, captchaVerifyId, idempotencyKey: randomUUID() };
  return renderCall(signUp, { id, name: "林晓岚", mobile, consent: true as const }, options, cookie);
}

/** A server and its database. */
export type BenchServer = { readonly db: Database; readonly origin: string };
/** Device cookie that a server sets for a new browser. */
export async function deviceCookie(origin: string): Promise<string> {
  const { headers } = await fetch(
    `${origin}/mall-api/cop-marketing-activity/api/v1/activity/page/isSign?activityId=1`,
    {
      // The server would close a kept-alive connection while the next crowd is prepared.
      headers: { "x-access-token": "unknown", connection: "close" },
    },
  );
  return headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
}
export type PreparedSignUps = { readonly id: string; readonly requests: readonly Buffer[] };
/**
 * Creates an activity, and a sign-up request for each of a number of new people, who are logged in and have
 * solved the slider.
 */
export async function prepareSignUps(
  { db, origin }: BenchServer,
  people: number,
  quota: number | null,
): Promise<PreparedSignUps> {
  const id = newId();
  await activitySeed(db).addActivities([sampleActivity(Date.now(), { activityId: id, quota })]);
  const all = await addPeople(db, people);
  const passes = await addPasses(
    db,
    all.map(({ userId }) => ({ action: "signup" as const, activityId: id, userId })),
  );
  const cookie = await deviceCookie(origin);
  return { id, requests: all.map((person, at) => renderSignUp(id, person, passes[at] ?? "", cookie)) };
}

/**
 * Opens the activity's page for all people, which asks for their sign-up status: the server then has their
 * sessions in its cache.
 */
export async function warmUpSessions(origin: string, { id, requests }: PreparedSignUps): Promise<void> {
  const path = `/mall-api/cop-marketing-activity/api/v1/activity/page/isSign?activityId=${id}`;
  const statusRequests = requests.map((request) => {
    const token = /^x-access-token: (.*)$/im.exec(request.toString("latin1"))?.[1]?.trim() ?? "";
    return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-access-token: ${token}\r\n\r\n`);
  });
  const run = await flood(origin, statusRequests, 64);
  if (run.statuses.get(200) !== requests.length) throw new Error(`warm-up failed: ${formatStatuses(run)}`);
}

export async function countSignUps(db: Database, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from signup where activity_id = ${id}`.execute(db);
  return rows[0]?.n ?? 0;
}

const LENGTH = /\r\ncontent-length: (\d+)/i;
/** Status of the first response in a text; null while it is incomplete. Requests are not pipelined. */
function statusOf(text: string): number | null {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1 || text.length < end + 4 + Number(LENGTH.exec(text)?.[1] ?? 0)) return null;
  return Number(text.slice(9, 12));
}

/** Waiting time for the server to accept all connections, ms. */
const ACCEPTED_AFTER = 300;
/** Upper bound of a response's size, bytes. */
const READ_BUFFER_SIZE = 16_384;
type Line = { socket: Socket; onText: (text: string) => void };
export type FloodResult = {
  readonly seconds: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** Response times, ms. */
  readonly times: readonly number[];
};
/**
 * Sends all requests over a number of connections, each connection the next one after its response.
 * @param rate requests per second over all connections; default: as fast as possible
 */
export async function flood(
  origin: string,
  requests: readonly Buffer[],
  connections: number,
  rate = Infinity,
): Promise<FloodResult> {
  const { port, hostname } = new URL(origin);
  const statuses = new Map<number, number>();
  const times: number[] = [];
  let next = 0;
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      // Reads into a preallocated buffer, bypassing Node's streams, because the sender shares the machine
      // with the measured server.
      const line: Line = { socket: null as never, onText: () => {} };
      const onread = {
        buffer: Buffer.alloc(READ_BUFFER_SIZE),
        callback: (length: number, bytes: Uint8Array) => {
          line.onText((bytes as Buffer).toString("latin1", 0, length));
          return true;
        },
      };
      line.socket = connect({ port: Number(port), host: hostname, noDelay: true, onread });
      await once(line.socket, "connect");
      return line;
    }),
  );
  // A server accepts one connection per event loop turn: all are accepted before the first request.
  await setTimeout(ACCEPTED_AFTER);
  const started = performance.now();
  const one = (line: Line) =>
    new Promise<void>((resolve, reject) => {
      const { socket } = line;
      let received = "";
      let due = 0;
      const send = (): void => {
        const at = next++;
        const request = requests[at];
        if (!request) return void socket.end(resolve);
        const now = performance.now();
        // Measured from the scheduled time, so that waiting for a connection counts.
        due = rate === Infinity ? now : started + (at / rate) * 1_000;
        if (due > now) void setTimeout(due - now).then(() => socket.write(request));
        else socket.write(request);
      };
      socket.once("error", reject);
      line.onText = (text) => {
        received += text;
        const status = statusOf(received);
        if (status === null) return;
        received = "";
        times.push(performance.now() - due);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        send();
      };
      send();
    });
  await Promise.all(sockets.map(one));
  return { seconds: (performance.now() - started) / 1_000, statuses, times };
}

/** Responses with a server error. */
export const failedCount = ({ statuses }: FloodResult): number =>
  [...statuses].reduce((sum, [status, n]) => (status >= 500 && status < 600 ? sum + n : sum), 0);
export const formatStatuses = ({ statuses }: FloodResult): string =>
  [...statuses].map(([status, count]) => `${status} × ${count}`).join(", ");
