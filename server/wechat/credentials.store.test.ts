import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createClock } from "../core/clock.ts";
import { openTestDatabase } from "../testing/database/test-database.ts";
import { createWechatApi } from "./api.ts";
import { createCredentials, type Credentials } from "./credentials.ts";
import { credentialStore } from "./store.ts";
import { recorded, recordedWechat, refusedBy, type RecordedWechat } from "./test-recorded-wechat.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let wechat: RecordedWechat;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
afterEach(() => wechat.close());

const log = { warn: () => {} };
const clock = createClock();
let accounts = 0;
const TICKET = "cgi-bin/ticket/getticket";
const TOKEN = "cgi-bin/token";

/** Processes of one installation: separate credentials objects with a shared database, WeChat and new account. */
function processes(count: number, isGuarded = true): Credentials[] {
  const appId = `wx${String(++accounts).padStart(16, "0")}`;
  const api = createWechatApi({ apiBase: () => wechat.base, appId, appSecret: "s" }, log);
  return Array.from({ length: count }, () =>
    createCredentials({ clock, log }, credentialStore(database.db, appId), api, { isGuarded }),
  );
}
const ask = (all: readonly Credentials[]): Promise<string[]> =>
  Promise.all(all.map((one) => one.jsapiTicket()));

test("many concurrent processes renew each credential once and get the same ticket", async () => {
  let made = 0;
  wechat = await recordedWechat(({ path }) =>
    path === TOKEN ? { ...recorded.token, access_token: `T${++made}` } : recorded.ticket,
  );
  const all = processes(8);
  expect(new Set(await ask([...all, ...all]))).toEqual(new Set(["TICKET"]));
  expect([wechat.count(TOKEN), wechat.count(TICKET)]).toEqual([1, 1]);
  await ask(all);
  expect(wechat.count(TICKET)).toBe(1);
});

test("WeChat's credentials are encrypted in the database, bound to account and kind", async () => {
  wechat = await recordedWechat(({ path }) => (path === TOKEN ? recorded.token : recorded.ticket));
  const [one] = processes(1) as [Credentials];
  await one.jsapiTicket();
  const { rows } = await sql<{ value: string; value_key: string }>`
    select value, value_key from wechat_credential where app_id = ${`wx${String(accounts).padStart(16, "0")}`}`.execute(
    database.db,
  );
  expect(rows).toHaveLength(2);
  for (const { value } of rows) expect(value).toMatch(/^~[a-z0-9]+:credential\./);
  expect(JSON.stringify(rows)).not.toContain("TICKET");
});

test("without the lease every process requests a token, which proves that the lease is needed", async () => {
  const all = 3;
  let waiting: (() => void)[] = [];
  wechat = await recordedWechat(async ({ path }) => {
    if (path !== TOKEN) return recorded.ticket;
    // Answers after all requests have arrived, as if the processes had started at the same time.
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === all) {
        for (const go of waiting) go();
        waiting = [];
      }
    });
    return recorded.token;
  });
  await ask(processes(all, false));
  expect(wechat.count(TOKEN)).toBe(all);
});

test("one process renews a credential before its expiry, while the others use the old one", async () => {
  let ticket = 0;
  let hold: Promise<void> = Promise.resolve();
  wechat = await recordedWechat(async ({ path }) => {
    if (path === TOKEN) return { ...recorded.token, expires_in: 72_000 };
    await hold;
    return { ...recorded.ticket, ticket: `T${++ticket}` };
  });
  const [first, second] = processes(2) as [Credentials, Credentials];
  expect(await first.jsapiTicket()).toBe("T1");
  clock.set(Date.now() + 7_200_000 - 200_000);
  let release = (): void => {};
  hold = new Promise((resolve) => (release = resolve));
  const renewed = first.jsapiTicket();
  await expect.poll(() => wechat.count(TICKET)).toBe(2);
  expect(await second.jsapiTicket()).toBe("T1");
  release();
  expect(await renewed).toBe("T2");
  expect(await second.jsapiTicket()).toBe("T2");
  clock.set(null);
});

test("40001: the token is deleted, a new one requested once, and the ticket requested again", async () => {
  let good = "T1";
  let made = 0;
  wechat = await recordedWechat(({ path, query }) => {
    if (path === TOKEN) return { ...recorded.token, access_token: (good = `T${++made}`) };
    return query["access_token"] === good
      ? { ...recorded.ticket, ticket: `for ${good}`, expires_in: 600 }
      : refusedBy(40001);
  });
  const all = processes(2);
  await ask(all);
  // Another system requests a token of this account; then the ticket expires.
  good = "elsewhere";
  clock.set(Date.now() + 601_000);
  expect(new Set(await ask(all))).toEqual(new Set(["for T2"]));
  expect(wechat.count(TOKEN)).toBe(2);
  clock.set(null);
});

test("while WeChat fails the old ticket is used until it expires, then calls are refused as unreachable until it recovers", async () => {
  let isDown = false;
  wechat = await recordedWechat(({ path }) => {
    if (isDown) return refusedBy(45009);
    return path === TOKEN ? recorded.token : recorded.ticket;
  });
  const [one] = processes(1) as [Credentials];
  await one.jsapiTicket();
  isDown = true;
  clock.set(Date.now() + 7_200_000 - 100_000);
  expect(await one.jsapiTicket()).toBe("TICKET");
  clock.set(Date.now() + 7_300_000);
  await expect(one.jsapiTicket()).rejects.toMatchObject({ refusal: "unreachable" });
  isDown = false;
  expect(await one.jsapiTicket()).toBe("TICKET");
  clock.set(null);
});
