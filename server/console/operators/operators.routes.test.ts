import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import {
  acceptOperatorInvite,
  changeGrants,
  inviteOperator,
  listOperators,
  lockOperator,
  reinviteOperator,
  showOperatorInvite,
  showRightsMatrix,
} from "#contract/console/operators.ts";
import { operatorRightNames, operatorRoleNames, type OperatorRole } from "#contract/console/rights.ts";
import { everyScope } from "#contract/console/scope.ts";
import { showOperatorSession } from "#contract/console/session.ts";
import { openApp } from "../../testing/app.ts";
import {
  addPasswordOperator,
  ceremonyOf,
  invite,
  logInWithTotp,
  OPERATOR_PASSWORD,
  sessionOf,
  totpCodeAt,
} from "../../testing/console/built-in-operator.ts";
import { callAsOperator, loginOperator, type TestOperator } from "../../testing/operator.ts";
import { rightsOfRole } from "../rights.ts";

const app = await openApp();
const HOUR = 3_600_000;
const later = (ms: number): void => app.context.clock.set(app.context.clock.now() + ms);
const grant = (role: OperatorRole) => ({ role, scope: everyScope });
const list = async (by: TestOperator) => (await callAsOperator(app, by, listOperators, {})).data.operators;
const revisionOf = async (by: TestOperator, operatorId: string): Promise<number> =>
  (await list(by)).find((one) => one.operatorId === operatorId)?.revision ?? 0;
const change = async (
  by: TestOperator,
  operatorId: string,
  roles: readonly OperatorRole[],
  basedOn?: number,
) =>
  callAsOperator(app, by, changeGrants, {
    operatorId,
    basedOn: basedOn ?? (await revisionOf(by, operatorId)),
    grants: roles.map(grant),
  });
const lock = (by: TestOperator, operatorId: string, isLocked = true) =>
  callAsOperator(app, by, lockOperator, { operatorId, isLocked });

describe("CO19 an invitation", () => {
  const show = (token: string) => callAsOperator(app, null, showOperatorInvite, { token });
  const accept = async (token: string, password = OPERATOR_PASSWORD, typed?: string) => {
    const shown = await show(token);
    if (shown.code !== "00") return shown;
    const code = typed ?? totpCodeAt(app, shown.data.totp.secret);
    const args = { token, name: "甄小心", with: { password, code } };
    return callAsOperator(app, null, acceptOperatorInvite, args, ceremonyOf(shown));
  };

  test("holds 72 hours", async () => {
    const { token } = await invite(app, "invite.one");
    later(71 * HOUR);
    expect((await show(token)).data).toMatchObject({ login: "invite.one", name: "甄小心" });
    later(2 * HOUR);
    expect((await show(token)).status).toBe(404);
    expect((await accept(token)).status).toBe(404);
  });
  test("is accepted once, also by two at once", async () => {
    const { token } = await invite(app, "invite.two");
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(({ status, code }) => `${status} ${code}`).toSorted()).toEqual(["200 00", "404 404"]);
    expect((await accept(token)).status).toBe(404);
  });
  test("is replaced by the next one", async () => {
    const { operatorId, token } = await invite(app, "invite.three");
    const sysadmin = await loginOperator(app, "sysadmin");
    const again = await callAsOperator(app, sysadmin, reinviteOperator, { operatorId });
    expect(again.code).toBe("00");
    expect((await show(token)).status).toBe(404);
    expect((await show(new URL(again.data.link).hash.slice(1))).code).toBe("00");
  });
  test("opens no session before a second factor is proved", async () => {
    const { token } = await invite(app, "invite.four");
    const wrong = await accept(token, OPERATOR_PASSWORD, "000000");
    expect([wrong.code, sessionOf(wrong).token]).toEqual(["LOGIN_FAILED", ""]);
    for (const weak of ["password2031", "invite.four1", "aaaaaaaaaaaa", "short"])
      expect([weak, (await accept(token, weak)).code]).toEqual([weak, "601"]);
    expect((await accept(token)).code).toBe("00");
  });
  test("of a locked operator opens nothing", async () => {
    const { operatorId, token } = await invite(app, "invite.five");
    await lock(await loginOperator(app, "sysadmin"), operatorId);
    expect((await show(token)).status).toBe(404);
  });
  test("for a login name that exists is refused at its field", async () => {
    await invite(app, "invite.six");
    const sysadmin = await loginOperator(app, "sysadmin");
    const args = { login: " Invite.Six", name: "另一位", grants: [grant("auditor")] };
    const answer = await callAsOperator(app, sysadmin, inviteOperator, args);
    expect([answer.code, answer.message]).toEqual(["601", "参数校验失败"]);
  });
  test("stands in the database as a hash only, and names and logins are encrypted", async () => {
    const { token } = await invite(app, "invite.seven");
    const { rows } = await sql<{ text: string }>`
      select o::text as text from operator o union all select i::text from operator_invite i
      union all select r::text from operator_request r union all select a::text from audit_entry a`.execute(
      app.context.db,
    );
    const stored = rows.map(({ text }) => text).join("\n");
    for (const secret of [token, "invite.seven", "甄小心"]) expect(stored).not.toContain(secret);
  });
  test("again ends what the operator logged in with, and the sessions", async () => {
    const operator = await addPasswordOperator(app, "invite.eight");
    const session = sessionOf(await logInWithTotp(app, operator));
    const sysadmin = await loginOperator(app, "sysadmin");
    const { operatorId } = operator;
    expect((await callAsOperator(app, sysadmin, reinviteOperator, { operatorId })).code).toBe("00");
    expect((await callAsOperator(app, session, showOperatorSession, {})).status).toBe(401);
    expect((await logInWithTotp(app, operator, 1)).code).not.toBe("00");
  });
});

describe("CO15 nobody", () => {
  test("changes their own grants, locks or invites themselves", async () => {
    const sysadmin = await loginOperator(app, "sysadmin");
    const { operatorId } = sysadmin;
    const codes = [
      await change(sysadmin, operatorId, ["sysadmin", "hq-admin"]),
      await lock(sysadmin, operatorId),
      await callAsOperator(app, sysadmin, reinviteOperator, { operatorId }),
    ].map(({ code }) => code);
    expect(codes).toEqual(["SECOND_PERSON", "SECOND_PERSON", "SECOND_PERSON"]);
  });
  test("takes away the last system administrator, also two at once", async () => {
    const others = (await list(await loginOperator(app, "sysadmin"))).map(({ operatorId }) => operatorId);
    const [one, two] = [await loginOperator(app, "sysadmin"), await loginOperator(app, "sysadmin")];
    await sql`update operator set locked_time = now() where operator_id = any(${others}::text[])`.execute(
      app.context.db,
    );
    const answers = await Promise.all([
      change(one, two.operatorId, ["auditor"]),
      change(two, one.operatorId, ["auditor"]),
    ]);
    expect(answers.filter(({ code }) => code === "00")).toHaveLength(1);
    const { rows } = await sql<{ count: number }>`
      select count(distinct o.operator_id)::int as count from operator o
      join operator_grant g on g.operator_id = o.operator_id and g.role = 'sysadmin'
      where o.locked_time is null`.execute(app.context.db);
    expect(rows[0]?.count).toBe(1);
  });
});

describe("grants", () => {
  test("that somebody else changed meanwhile are not overwritten, and it says who", async () => {
    const [one, two] = [
      await loginOperator(app, "sysadmin", everyScope, { name: "程维安" }),
      await loginOperator(app, "sysadmin"),
    ];
    const { operatorId } = await loginOperator(app, "auditor");
    const basedOn = await revisionOf(two, operatorId);
    expect((await change(one, operatorId, ["finance"], basedOn)).code).toBe("00");
    const refused = await change(two, operatorId, ["service"], basedOn);
    expect([refused.status, refused.data]).toEqual([
      409,
      { by: "程维安", at: expect.any(String), fields: ["grants"] },
    ]);
  });
  test("are not given to an operator who does not exist", async () => {
    expect((await change(await loginOperator(app, "sysadmin"), "1", ["auditor"], 1)).status).toBe(404);
  });
  test("of unknown roles, scopes or too many are refused", async () => {
    const sysadmin = await loginOperator(app, "sysadmin");
    const { operatorId } = await loginOperator(app, "auditor");
    for (const grants of [
      [{ role: "owner", scope: everyScope }],
      [{ role: "region", scope: { ...everyScope, sponsorLevel2: ["1"] } }],
      [{ role: "dealer", scope: { ...everyScope, dealers: ["' or 1=1"] } }],
      [{ role: "dealer", scope: {} }],
      Array.from({ length: 21 }, () => grant("auditor")),
    ]) {
      const args = { operatorId, basedOn: 2, grants } as never;
      expect((await callAsOperator(app, sysadmin, changeGrants, args)).code).toBe("601");
    }
  });
  test("of an operator who is locked already are told so when they are locked again", async () => {
    const sysadmin = await loginOperator(app, "sysadmin");
    const { operatorId } = await loginOperator(app, "auditor");
    expect((await lock(sysadmin, operatorId, false)).code).toBe("STATE_CHANGED");
    expect((await lock(sysadmin, operatorId)).code).toBe("00");
    expect((await lock(sysadmin, operatorId)).code).toBe("STATE_CHANGED");
  });
});

test("CO14 the page of rights is the table in code, and shows holders to those who may see operators", async () => {
  const auditor = await loginOperator(app, "auditor");
  const { roles, rights, holders } = (await callAsOperator(app, auditor, showRightsMatrix, {})).data;
  expect(roles.map(({ role }) => role)).toEqual(operatorRoleNames);
  expect(rights.map(({ right }) => right)).toEqual(operatorRightNames);
  for (const role of operatorRoleNames)
    expect(
      Object.fromEntries(
        rights.flatMap(({ right, reaches }) => (reaches[role] ? [[right, reaches[role]]] : [])),
      ),
    ).toEqual(rightsOfRole[role]);
  expect(holders?.some(({ operatorId }) => operatorId === auditor.operatorId)).toBe(true);
  const dealer = await loginOperator(app, "dealer");
  expect((await callAsOperator(app, dealer, showRightsMatrix, {})).data.holders).toBeNull();
});
