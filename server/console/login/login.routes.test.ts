import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import {
  checkOperatorPassword,
  loginWithRecoveryCode,
  loginWithTotp,
  showLoginOptions,
  startPasskeyLogin,
} from "#contract/console/login.ts";
import { lockOperator } from "#contract/console/operators.ts";
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
  type BuiltInOperator,
} from "../../testing/console/built-in-operator.ts";
import { callAsOperator, loginOperator } from "../../testing/operator.ts";

const app = await openApp();
const MINUTE = 60_000;
const later = (ms: number): void => app.context.clock.set(app.context.clock.now() + ms);

const password = (login: string, typed = OPERATOR_PASSWORD) =>
  callAsOperator(app, null, checkOperatorPassword, { login, password: typed });
const me = (session: { token: string }) => callAsOperator(app, session, showOperatorSession, {});
const auditOf = async (operatorId: string): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select action || ' ' || outcome as line from audit_entry
    where actor_id = ${operatorId} order by audit_id`.execute(app.context.db);
  return rows.map(({ line }) => line);
};

describe("password and authenticator app", () => {
  test("CO20 open a session with two factors, with one line of the audit log", async () => {
    const operator = await addPasswordOperator(app, "totp.one");
    const answer = await logInWithTotp(app, operator);
    expect(answer).toMatchObject({ code: "00", data: { operatorId: operator.operatorId } });
    const session = sessionOf(answer);
    expect((await me(session)).data).toMatchObject({
      operator: { operatorId: operator.operatorId, name: "甄小心" },
      recoveryCodes: { left: 10, usedTime: null },
      isDirectoryAccount: false,
    });
    expect(await auditOf(operator.operatorId)).toEqual(["operator.accept totp", "operator.login totp"]);
  });

  test("CO21 the password alone opens nothing, in any order of the steps", async () => {
    const { login, secret } = await addPasswordOperator(app, "totp.two");
    const first = await password(login);
    expect([first.code, first.data]).toEqual(["00", { next: "totp" }]);
    expect(sessionOf(first).token).toBe("");
    const code = totpCodeAt(app, secret);
    // Without the first factor, and with another ceremony in its place.
    const alone = await callAsOperator(app, null, loginWithTotp, { code });
    const options = ceremonyOf(await callAsOperator(app, null, startPasskeyLogin, {}));
    const swapped = await callAsOperator(app, null, loginWithTotp, { code }, options);
    expect([alone.code, swapped.code]).toEqual(["611", "611"]);
    // The cookie of the login under way is no session.
    const ceremony = ceremonyOf(first).cookies?.["marque_console_login"] ?? "";
    expect((await me({ token: ceremony })).status).toBe(401);
  });

  test("CO22 answers are alike for a wrong password and an unknown account", async () => {
    const { login } = await addPasswordOperator(app, "totp.three");
    const [known, unknown] = [await password(login, "wrong"), await password("nobody.at.all", "wrong")];
    const compared = ({ status, code, message, cookies }: typeof known) => ({
      status,
      code,
      message,
      cookies,
    });
    expect(compared(known)).toEqual(compared(unknown));
    expect(known.code).toBe("LOGIN_FAILED");
  });

  test("an account that was invited and has not accepted cannot log in", async () => {
    await invite(app, "invited.only");
    expect((await password("invited.only")).code).toBe("LOGIN_FAILED");
  });

  test("CO22 five wrong passwords lock the account for 15 minutes, a right one too", async () => {
    const operator = await addPasswordOperator(app, "totp.four");
    for (let time = 0; time < 5; time++)
      expect((await password(operator.login, `wrong${time}`)).code).toBe("LOGIN_FAILED");
    expect((await password(operator.login)).code).toBe("LOGIN_LOCKED");
    later(14 * MINUTE);
    expect((await password(operator.login)).code).toBe("LOGIN_LOCKED");
    later(2 * MINUTE);
    expect((await logInWithTotp(app, operator)).code).toBe("00");
  });

  test("CO22 an unknown account locks alike", async () => {
    for (let time = 0; time < 5; time++) await password("still.nobody", "wrong");
    expect((await password("still.nobody")).code).toBe("LOGIN_LOCKED");
  });

  test("CO22 twenty parallel guesses have five chances", async () => {
    const { login } = await addPasswordOperator(app, "totp.five");
    const codes = await Promise.all(
      Array.from({ length: 20 }, async (_none, time) => (await password(login, `guess${time}`)).code),
    );
    expect(codes.filter((code) => code === "LOGIN_FAILED")).toHaveLength(5);
  });

  test("CO22 five wrong codes lock the second factor", async () => {
    const { login, secret } = await addPasswordOperator(app, "totp.six");
    const first = ceremonyOf(await password(login));
    const wrong = String((Number(totpCodeAt(app, secret)) + 111_111) % 1_000_000).padStart(6, "0");
    for (let time = 0; time < 5; time++)
      expect((await callAsOperator(app, null, loginWithTotp, { code: wrong }, first)).code).toBe(
        "LOGIN_FAILED",
      );
    const right = { code: totpCodeAt(app, secret) };
    expect((await callAsOperator(app, null, loginWithTotp, right, first)).code).toBe("LOGIN_LOCKED");
  });

  test("CO22 twenty wrong logins lock a network, for all accounts", async () => {
    const address = "203.0.113.7";
    for (let time = 0; time < 20; time++)
      await callAsOperator(
        app,
        null,
        checkOperatorPassword,
        { login: `spray${time}`, password: "x" },
        { address },
      );
    const { login } = await addPasswordOperator(app, "totp.seven");
    const args = { login, password: OPERATOR_PASSWORD };
    expect((await callAsOperator(app, null, checkOperatorPassword, args, { address })).code).toBe(
      "LOGIN_LOCKED",
    );
    expect((await password(login)).code).toBe("00");
  });

  test("a code works once, and an older one not after it", async () => {
    const operator = await addPasswordOperator(app, "totp.eight");
    expect((await logInWithTotp(app, operator)).code).toBe("00");
    expect((await logInWithTotp(app, operator)).code).toBe("LOGIN_FAILED");
    expect((await logInWithTotp(app, operator, -1)).code).toBe("LOGIN_FAILED");
    expect((await logInWithTotp(app, operator, 1)).code).toBe("00");
  });

  test("a code of a minute ago or ahead is wrong", async () => {
    const operator = await addPasswordOperator(app, "totp.nine");
    later(5 * MINUTE);
    for (const steps of [-3, 3])
      expect((await logInWithTotp(app, operator, steps)).code).toBe("LOGIN_FAILED");
  });

  test("a password is proved for ten minutes and for one login", async () => {
    const { login, secret } = await addPasswordOperator(app, "totp.ten");
    const old = ceremonyOf(await password(login));
    later(11 * MINUTE);
    const late = await callAsOperator(app, null, loginWithTotp, { code: totpCodeAt(app, secret) }, old);
    expect(late.code).toBe("611");
    const first = ceremonyOf(await password(login));
    const codes = [0, 1].map((steps) => totpCodeAt(app, secret, steps));
    const answers = await Promise.all(
      codes.map((code) => callAsOperator(app, null, loginWithTotp, { code }, first)),
    );
    expect(answers.filter(({ code }) => code === "00")).toHaveLength(1);
  });

  test("a locked operator cannot log in, nor finish a login under way", async () => {
    const { operatorId, login, secret } = await addPasswordOperator(app, "totp.eleven");
    const first = ceremonyOf(await password(login));
    const sysadmin = await loginOperator(app, "sysadmin");
    const isLocked = true;
    expect((await callAsOperator(app, sysadmin, lockOperator, { operatorId, isLocked })).code).toBe("00");
    const finished = await callAsOperator(app, null, loginWithTotp, { code: totpCodeAt(app, secret) }, first);
    expect([finished.code, sessionOf(finished).token]).toEqual(["LOGIN_FAILED", ""]);
    expect((await password(login)).code).toBe("LOGIN_FAILED");
  });

  test("an operator without grants reads so, and gets no session", async () => {
    const { operatorId, ...operator } = await addPasswordOperator(app, "totp.twelve");
    await sql`delete from operator_grant where operator_id = ${operatorId}`.execute(app.context.db);
    const answer = await logInWithTotp(app, { operatorId, ...operator });
    expect(answer).toMatchObject({ code: "NO_GRANT", message: "您没有后台权限，请联系系统管理员" });
    expect(sessionOf(answer).token).toBe("");
  });

  test("an account's name is read as people type it", async () => {
    await addPasswordOperator(app, "totp.thirteen");
    expect((await password("  Totp.Thirteen ")).code).toBe("00");
  });
});

describe("recovery codes", () => {
  const useCode = async ({ login }: BuiltInOperator, code: string) =>
    callAsOperator(app, null, loginWithRecoveryCode, { code }, ceremonyOf(await password(login)));

  test("CO22 each works once, and the operator is told", async () => {
    const operator = await addPasswordOperator(app, "recovery.one");
    expect(new Set(operator.recoveryCodes).size).toBe(10);
    const [code = ""] = operator.recoveryCodes;
    const answer = await useCode(operator, code.toLowerCase());
    expect(answer.code).toBe("00");
    const { recoveryCodes } = (await me(sessionOf(answer))).data;
    expect(recoveryCodes?.left).toBe(9);
    expect(Date.parse(recoveryCodes?.usedTime ?? "")).toBeGreaterThan(app.context.clock.now() - MINUTE);
    expect((await useCode(operator, code)).code).toBe("LOGIN_FAILED");
  });

  test("CO22 two requests with one code open one session", async () => {
    const operator = await addPasswordOperator(app, "recovery.two");
    const [code = ""] = operator.recoveryCodes;
    const firsts = [ceremonyOf(await password(operator.login)), ceremonyOf(await password(operator.login))];
    const answers = await Promise.all(
      firsts.map((first) => callAsOperator(app, null, loginWithRecoveryCode, { code }, first)),
    );
    expect(answers.map((answer) => answer.code).toSorted()).toEqual(["00", "LOGIN_FAILED"]);
  });

  test("those of another operator do not work, and none stands in the database in plain", async () => {
    const [one, other] = [
      await addPasswordOperator(app, "recovery.three"),
      await addPasswordOperator(app, "recovery.four"),
    ];
    const [code = ""] = other.recoveryCodes;
    expect((await useCode(one, code)).code).toBe("LOGIN_FAILED");
    const { rows } = await sql<{ text: string }>`
      select c::text as text from operator_credential c`.execute(app.context.db);
    const stored = rows.map(({ text }) => text).join("\n");
    for (const secret of [code.replaceAll(" ", ""), other.secret, OPERATOR_PASSWORD])
      expect(stored).not.toContain(secret);
  });
});

test("the login page is told what it offers, and nothing of accounts", async () => {
  const { data } = await callAsOperator(app, null, showLoginOptions, {});
  expect(data).toMatchObject({ hasDirectory: false, hasSimulator: false });
});
