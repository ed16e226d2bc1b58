import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lockOperator, changeGrants, listOperators } from "#contract/console/operators.ts";
import { endOperatorSession, listOperatorSessions, showOperatorSession } from "#contract/console/session.ts";
import { saveView } from "#contract/console/views.ts";
import { everyScope } from "#contract/console/scope.ts";
import { openApp, testApp, type TestApp } from "../../testing/app.ts";
import { addPasswordOperator, logInWithTotp, sessionOf } from "../../testing/console/built-in-operator.ts";
import { callAsOperator, loginOperator, type OperatorCallOptions } from "../../testing/operator.ts";

const app = await openApp();
const MINUTE = 60_000;
const later = (ms: number): void => app.context.clock.set(app.context.clock.now() + ms);
const me = (session: { token: string } | null, options: OperatorCallOptions = {}, of: TestApp = app) =>
  callAsOperator(of, session, showOperatorSession, {}, options);

describe("CO23 requests that a page of ours does not send are refused", () => {
  test.for([
    ["without the header", { "x-console": undefined }],
    ["with another value of it", { "x-console": "yes" }],
    ["without an Origin", { origin: undefined }],
    ["from another site", { origin: "https://evil.example" }],
    ["from another port of the host", { origin: "http://127.0.0.1:1" }],
    ["from a sandboxed frame", { origin: "null" }],
    ["from a name that begins alike", { origin: "http://127.0.0.1.evil.example" }],
  ] as const)("%s", async ([, headers]) => {
    const session = await loginOperator(app, "hq-admin");
    expect((await me(session, { headers })).status).toBe(406);
    const ended = await callAsOperator(app, session, endOperatorSession, {}, { headers });
    expect(ended.status).toBe(406);
    expect((await me(session)).code).toBe("00");
  });
  test("by another method than POST", async () => {
    const session = await loginOperator(app, "hq-admin");
    const answer = await app.app.inject({
      url: `/console-api/${showOperatorSession.path}`,
      headers: { origin: app.context.origin(), "x-console": "1" },
      cookies: { marque_console: session.token },
    });
    expect(answer.statusCode).toBe(405);
  });
  test("a preflight of another site is not allowed the header", async () => {
    const answer = await app.app.inject({
      method: "OPTIONS",
      url: `/console-api/${endOperatorSession.path}`,
      headers: {
        origin: "https://evil.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-console",
      },
    });
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("CO23 the cookie", () => {
  let proxied: TestApp;
  beforeAll(async () => {
    proxied = await testApp({
      settings: { TRUST_PROXY: "127.0.0.1", PUBLIC_ORIGIN: "https://m.maker.example" },
    });
  });
  afterAll(() => proxied.close());
  const https = { "x-forwarded-proto": "https", "x-forwarded-host": "m.maker.example" };

  test("over https is host-only, secure, strict and not readable by scripts", async () => {
    const session = await loginOperator(proxied, "hq-admin");
    const cookies = { "__Host-console": session.token };
    const answer = await callAsOperator(proxied, null, endOperatorSession, {}, { headers: https, cookies });
    expect(answer.code).toBe("00");
    const [line = ""] = [answer.headers["set-cookie"] ?? []].flat().map(String);
    expect(line).toMatch(/^__Host-console=;/);
    for (const attribute of ["Path=/", "HttpOnly", "Secure", "SameSite=Strict"])
      expect(line).toContain(attribute);
    expect(line).not.toMatch(/domain/i);
  });
  test("without the prefix, which an http page could set, is ignored over https", async () => {
    const session = await loginOperator(proxied, "hq-admin");
    expect((await me(session, { headers: https }, proxied)).status).toBe(401);
    const cookies = { "__Host-console": session.token };
    expect((await me(null, { headers: https, cookies }, proxied)).code).toBe("00");
  });
  test("is stored as a hash, and its token has 256 bits", async () => {
    const { token } = await loginOperator(app, "hq-admin");
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const { rows } = await sql<{ text: string }>`select s::text as text from operator_session s`.execute(
      app.context.db,
    );
    expect(rows.some(({ text }) => text.includes(token))).toBe(false);
  });
  test.for(["", "x", "a".repeat(43), "%00", "é".repeat(43)])(
    "of another content opens nothing: %j",
    async (token) => {
      expect((await me({ token })).status).toBe(401);
    },
  );
});

describe("CO24 a session ends", () => {
  test("after 30 minutes without use", async () => {
    const session = await loginOperator(app, "hq-admin");
    for (let time = 0; time < 3; time++) {
      later(29 * MINUTE);
      expect((await me(session)).code).toBe("00");
    }
    later(31 * MINUTE);
    expect((await me(session)).status).toBe(401);
  });
  test("after 30 minutes in which only the page asked by itself", async () => {
    const session = await loginOperator(app, "hq-admin");
    const headers = { "x-console": "background" };
    for (const minutes of [10, 10]) {
      later(minutes * MINUTE);
      expect((await me(session, { headers })).code).toBe("00");
    }
    later(11 * MINUTE);
    expect((await me(session, { headers })).status).toBe(401);
  });
  test("after twelve hours in all", async () => {
    const session = await loginOperator(app, "hq-admin");
    for (let time = 0; time < 25; time++) {
      later(28 * MINUTE);
      await me(session);
    }
    expect((await me(session)).code).toBe("00");
    later(28 * MINUTE);
    expect((await me(session)).status).toBe(401);
  });
  test("by the operator: this one, another one, all others; never somebody else's", async () => {
    const operator = await addPasswordOperator(app, "sessions.own");
    const sessions = [];
    for (const steps of [0, 1, 1]) {
      if (sessions.length === 2) later(30_000);
      sessions.push(sessionOf(await logInWithTotp(app, operator, steps)));
    }
    const [one, two, three] = sessions as [{ token: string }, { token: string }, { token: string }];
    const listed = (await callAsOperator(app, one, listOperatorSessions, {})).data.sessions;
    expect(listed.filter(({ isThis }) => isThis)).toHaveLength(1);
    const stranger = await loginOperator(app, "hq-admin");
    const other = listed.find(({ isThis }) => !isThis)?.sessionId ?? "";
    const end = (by: { token: string }, sessionId?: string) =>
      callAsOperator(app, by, endOperatorSession, sessionId === undefined ? {} : { sessionId });
    expect((await end(stranger, other)).status).toBe(404);
    expect((await end(one, "others")).code).toBe("00");
    expect((await me(two)).status).toBe(401);
    expect((await me(three)).status).toBe(401);
    expect((await me(one)).code).toBe("00");
    expect((await end(one)).data).toEqual({ ended: 1 });
    expect((await me(one)).status).toBe(401);
  });
  test("a new login ends the browser's session before, whose cookie it replaces", async () => {
    const operator = await addPasswordOperator(app, "sessions.again");
    const first = sessionOf(await logInWithTotp(app, operator));
    expect((await me(first)).code).toBe("00");
    const second = await logInWithTotp(app, operator, 1, first);
    expect(second.code).toBe("00");
    expect((await me(first)).status).toBe(401);
  });
});

describe("CO25 in another process", () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await testApp({ beside: app });
  });
  afterAll(() => other.close());

  test("a lock and a changed grant hold with the next call", async () => {
    const sysadmin = await loginOperator(app, "sysadmin");
    const session = await loginOperator(app, "auditor");
    const { operatorId } = session;
    const list = () =>
      callAsOperator(other, session, listOperators, {}, { headers: { origin: other.context.origin() } });
    expect((await list()).code).toBe("00");
    const { operators } = (await callAsOperator(app, sysadmin, listOperators, {})).data;
    const basedOn = operators.find((one) => one.operatorId === operatorId)?.revision ?? 0;
    const grants = [{ role: "finance" as const, scope: everyScope }];
    const changed = await callAsOperator(app, sysadmin, changeGrants, { operatorId, basedOn, grants });
    expect(changed.code).toBe("00");
    expect((await list()).status).toBe(406);
    await callAsOperator(app, sysadmin, lockOperator, { operatorId, isLocked: true });
    expect((await list()).status).toBe(401);
  });
});

describe("a write with an Idempotency-Key", () => {
  const view = { page: "activities", name: "进行中", state: { query: "?status=open" } } as const;
  const countViews = async (operatorId: string): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from saved_view where operator_id = ${operatorId}`.execute(
      app.context.db,
    );
    return rows[0]?.count ?? 0;
  };
  test("is done once, and its repetition gets the first result", async () => {
    const session = await loginOperator(app, "hq-staff");
    const save = () => callAsOperator(app, session, saveView, view, { idempotencyKey: "once" });
    const [first, second] = [await save(), await save()];
    expect(second.data).toEqual(first.data);
    expect(await countViews(session.operatorId)).toBe(1);
  });
  test("twice at once is done once", async () => {
    const session = await loginOperator(app, "hq-staff");
    const answers = await Promise.all(
      [1, 2].map(() => callAsOperator(app, session, saveView, view, { idempotencyKey: "race" })),
    );
    expect(await countViews(session.operatorId)).toBe(1);
    for (const { status } of answers) expect([200, 503]).toContain(status);
    const again = await callAsOperator(app, session, saveView, view, { idempotencyKey: "race" });
    expect(again.code).toBe("00");
  });
  test("with other content is refused", async () => {
    const session = await loginOperator(app, "hq-staff");
    await callAsOperator(app, session, saveView, view, { idempotencyKey: "other" });
    const other = await callAsOperator(
      app,
      session,
      saveView,
      { ...view, name: "别的" },
      { idempotencyKey: "other" },
    );
    expect(other.status).toBe(409);
  });
  test("that was refused may be repeated, and one operator's key is not another's", async () => {
    const session = await loginOperator(app, "hq-staff");
    const wrong = { ...view, viewId: "1" };
    const send = () => callAsOperator(app, session, saveView, wrong, { idempotencyKey: "refused" });
    expect([(await send()).status, (await send()).status]).toEqual([404, 404]);
    const stranger = await loginOperator(app, "hq-staff");
    const options = { idempotencyKey: "refused" };
    expect((await callAsOperator(app, stranger, saveView, view, options)).code).toBe("00");
  });
  test("keeps its result encrypted", async () => {
    const session = await loginOperator(app, "hq-staff");
    await callAsOperator(app, session, saveView, view, { idempotencyKey: "sealed" });
    const { rows } = await sql<{ stored: string }>`
      select request_result || '' as stored from operator_request
      where operator_id = ${session.operatorId}`.execute(app.context.db);
    expect(rows[0]?.stored).not.toContain("viewId");
  });
});
