import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loginWithDirectory, startDirectoryLogin } from "#contract/console/login.ts";
import { changeGrants, listOperators } from "#contract/console/operators.ts";
import { everyScope } from "#contract/console/scope.ts";
import { showOperatorSession } from "#contract/console/session.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { ceremonyOf, sessionOf } from "../../testing/console/built-in-operator.ts";
import {
  directoryClient,
  startStaffDirectory,
  type DirectoryFault,
  type StaffDirectory,
} from "../../testing/console/staff-directory.ts";
import { callAsOperator, loginOperator } from "../../testing/operator.ts";

const folder = mkdtempSync(join(tmpdir(), "marque-groups-"));
const east = { ...everyScope, sponsorLevel1: ["107002"], sponsorLevel2: ["VWSA400000"] };
let app: TestApp;
let directory: StaffDirectory;
beforeAll(async () => {
  directory = await startStaffDirectory();
  const groups = join(folder, "groups.json");
  writeFileSync(
    groups,
    JSON.stringify({
      "marketing-hq": [{ role: "hq-staff" }],
      "marketing-east": [{ role: "region", scope: east }],
      it: [{ role: "sysadmin" }],
    }),
  );
  app = await testApp({
    settings: {
      CONSOLE_OIDC_ISSUER: directory.issuer,
      CONSOLE_OIDC_CLIENT_ID: directoryClient.id,
      CONSOLE_OIDC_CLIENT_SECRET: directoryClient.secret,
      CONSOLE_GROUPS_FILE: groups,
    },
  });
});
afterAll(async () => {
  await app.close();
  await directory.close();
  rmSync(folder, { recursive: true, force: true });
});

type Person = ReturnType<StaffDirectory["addPerson"]>;
const start = (
  args: { returnTo?: string; isStepUp?: boolean } = {},
  session: { token: string } | null = null,
) => callAsOperator(app, session, startDirectoryLogin, args);
async function logIn(person: Person, fault: DirectoryFault = {}) {
  const started = await start();
  const query = directory.logIn(started.data.url, person, fault);
  return callAsOperator(app, null, loginWithDirectory, { query }, ceremonyOf(started));
}
const me = async (answer: Parameters<typeof sessionOf>[0]) =>
  (await callAsOperator(app, sessionOf(answer), showOperatorSession, {})).data;

describe("login at the staff directory", () => {
  test("CO16 CO17 opens a session with the grants of the person's groups", async () => {
    const started = await start({ returnTo: "/console/activities?status=open" });
    const params = new URL(started.data.url).searchParams;
    expect(Object.fromEntries(params)).toMatchObject({
      client_id: directoryClient.id,
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: `${app.context.origin()}/console/directory`,
    });
    const person = directory.addPerson("江宁", ["marketing-hq", "marketing-east", "canteen"]);
    const query = directory.logIn(started.data.url, person);
    const answer = await callAsOperator(app, null, loginWithDirectory, { query }, ceremonyOf(started));
    expect(answer).toMatchObject({ code: "00", data: { returnTo: "/console/activities?status=open" } });
    const session = await me(answer);
    expect(session).toMatchObject({
      operator: { name: "江宁" },
      isDirectoryAccount: true,
      recoveryCodes: null,
    });
    expect(session.grants).toMatchObject([
      { role: "hq-staff", scope: everyScope, source: "directory" },
      { role: "region", scope: east, source: "directory" },
    ]);
  });

  test("CO17 a group that is left takes its grant at the next login, the last one the session too", async () => {
    const person = directory.addPerson("来去", ["marketing-hq", "it"]);
    const first = await logIn(person);
    expect((await me(first)).grants).toHaveLength(2);
    person.groups = ["marketing-hq"];
    const second = await logIn(person);
    expect((await me(second)).grants.map(({ role }) => role)).toEqual(["hq-staff"]);
    expect(second.data.operatorId).toBe(first.data.operatorId);
    person.groups = ["canteen"];
    const third = await logIn(person);
    expect(third).toMatchObject({ code: "NO_GRANT", message: "您没有后台权限，请联系系统管理员" });
    expect(sessionOf(third).token).toBe("");
    const old = await callAsOperator(app, sessionOf(second), showOperatorSession, {});
    expect(old.status).toBe(401);
  });

  test("CO17 who is in no group gets no session and no account", async () => {
    const count = async () =>
      (await sql<{ count: number }>`select count(*)::int as count from operator`.execute(app.context.db))
        .rows[0];
    const before = await count();
    expect((await logIn(directory.addPerson("路过", []))).code).toBe("NO_GRANT");
    expect(await count()).toEqual(before);
  });

  test("CO16 an ID token of another client opens nothing", async () => {
    const person = directory.addPerson("外人", ["marketing-hq"]);
    expect((await logIn(person, { audience: "parking-garage" })).code).toBe("LOGIN_FAILED");
  });

  test("CO16 another state or nonce opens nothing", async () => {
    const person = directory.addPerson("错状态", ["marketing-hq"]);
    for (const fault of [{ state: "forged" }, { nonce: "forged" }])
      expect([fault, (await logIn(person, fault)).code]).toEqual([fault, "LOGIN_FAILED"]);
  });

  test("CO16 an answer without the browser's own login under way, or used before, opens nothing", async () => {
    const person = directory.addPerson("重放", ["marketing-hq"]);
    const [mine, theirs] = [await start(), await start()];
    const query = directory.logIn(mine.data.url, person);
    const send = (options: Parameters<typeof callAsOperator>[4]) =>
      callAsOperator(app, null, loginWithDirectory, { query }, options);
    expect((await send({})).code).toBe("611");
    expect((await send(ceremonyOf(theirs))).code).toBe("LOGIN_FAILED");
    expect((await send(ceremonyOf(mine))).code).toBe("00");
    expect((await send(ceremonyOf(mine))).code).toBe("611");
  });

  test("leads back to pages of the console only", async () => {
    for (const returnTo of [
      "https://evil.example/",
      "//evil.example",
      "/console//evil.example",
      "/lab",
      "/console/\\a",
    ])
      expect([returnTo, (await start({ returnTo })).code]).toEqual([returnTo, "601"]);
  });
});

describe("step-up at the staff directory", () => {
  const MINUTE = 60_000;
  async function stepUp(person: Person, session: { token: string }, fault: DirectoryFault, by = person) {
    const started = await start({ isStepUp: true }, session);
    expect(new URL(started.data.url).searchParams.get("max_age")).toBe("0");
    const query = directory.logIn(started.data.url, by, fault);
    return callAsOperator(app, session, loginWithDirectory, { query }, ceremonyOf(started));
  }

  test("CO26 needs a new login of the same person", async () => {
    const [person, other] = [directory.addPerson("再验", ["it"]), directory.addPerson("别人", ["it"])];
    const session = sessionOf(await logIn(person));
    await logIn(other);
    const codes = [
      await stepUp(person, session, { authTime: Date.now() - 10 * MINUTE }),
      await stepUp(person, session, { authTime: null }),
      await stepUp(person, session, {}, other),
    ].map(({ code }) => code);
    expect(codes).toEqual(["LOGIN_FAILED", "LOGIN_FAILED", "LOGIN_FAILED"]);
    expect((await stepUp(person, session, {})).code).toBe("00");
    expect((await callAsOperator(app, session, listOperators, {})).code).toBe("00");
  });

  test("CO26 needs a session", async () => {
    expect((await start({ isStepUp: true })).status).toBe(401);
  });
});

test("CO17 grants of the directory are not changed by hand", async () => {
  const answer = await logIn(directory.addPerson("目录", ["marketing-hq"]));
  const sysadmin = await loginOperator(app, "sysadmin");
  const { operators } = (await callAsOperator(app, sysadmin, listOperators, {})).data;
  const { operatorId } = answer.data;
  const { revision = 0 } = operators.find((one) => one.operatorId === operatorId) ?? {};
  const grants = [{ role: "auditor" as const, scope: everyScope }];
  const changed = await callAsOperator(app, sysadmin, changeGrants, {
    operatorId,
    basedOn: revision,
    grants,
  });
  expect(changed.code).toBe("00");
  expect((await me(answer)).grants.map(({ role, source }) => `${role} ${source}`)).toEqual([
    "hq-staff directory",
    "auditor hand",
  ]);
});
