import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { loginWithPasskey, startPasskeyLogin, startStepUp, stepUp } from "#contract/console/login.ts";
import { acceptOperatorInvite, lockOperator, showOperatorInvite } from "#contract/console/operators.ts";
import { showOperatorSession } from "#contract/console/session.ts";
import { openApp } from "../../testing/app.ts";
import {
  addPasswordOperator,
  ceremonyOf,
  invite,
  logInWithTotp,
  sessionOf,
  totpCodeAt,
} from "../../testing/console/built-in-operator.ts";
import { SoftwarePasskey } from "../../testing/console/software-passkey.ts";
import { callAsOperator, type OperatorCallOptions } from "../../testing/operator.ts";

const app = await openApp();
const MINUTE = 60_000;
const later = (ms: number): void => app.context.clock.set(app.context.clock.now() + ms);
const origin = (): string => app.context.origin();
const me = (session: { token: string }) => callAsOperator(app, session, showOperatorSession, {});
const auditOf = async (operatorId: string): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    select action || ' ' || outcome as line from audit_entry
    where actor_id = ${operatorId} order by audit_id`.execute(app.context.db);
  return rows.map(({ line }) => line);
};

/** An operator who logs in with a passkey. */
async function addPasskeyOperator(login: string) {
  const { operatorId, token } = await invite(app, login);
  const shown = await callAsOperator(app, null, showOperatorInvite, { token });
  const passkey = new SoftwarePasskey();
  const challenge = String(shown.data.passkey["challenge"]);
  const response = passkey.register({ challenge, origin: origin() });
  const args = { token, name: "甄小心", with: { response } };
  const accepted = await callAsOperator(app, null, acceptOperatorInvite, args, ceremonyOf(shown));
  return { operatorId, passkey, accepted, shown };
}
async function startPasskey(): Promise<{ challenge: string; options: OperatorCallOptions }> {
  const started = await callAsOperator(app, null, startPasskeyLogin, {});
  return { challenge: String(started.data.options["challenge"]), options: ceremonyOf(started) };
}
const finishPasskey = (
  passkey: SoftwarePasskey,
  { challenge, options }: Awaited<ReturnType<typeof startPasskey>>,
  over: Readonly<Record<string, unknown>> = {},
) =>
  callAsOperator(
    app,
    null,
    loginWithPasskey,
    { response: passkey.authenticate({ challenge, origin: origin(), ...over }) },
    options,
  );

describe("passkeys", () => {
  test("CO20 open a session, with one line of the audit log", async () => {
    const { operatorId, passkey, accepted } = await addPasskeyOperator("passkey.one");
    expect(accepted.code).toBe("00");
    expect((await me(sessionOf(accepted))).code).toBe("00");
    const answer = await finishPasskey(passkey, await startPasskey());
    expect(answer).toMatchObject({ code: "00", data: { operatorId } });
    expect(await auditOf(operatorId)).toEqual(["operator.accept passkey", "operator.login passkey"]);
  });

  test("are refused for another site, another challenge, or without verification of the person", async () => {
    const { passkey } = await addPasskeyOperator("passkey.two");
    for (const over of [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { challenge: "AAAAAAAAAAAAAAAAAAAAAAAA" },
    ]) {
      const answer = await finishPasskey(passkey, await startPasskey(), over);
      expect([over, answer.code]).toEqual([over, "LOGIN_FAILED"]);
    }
    const unverified = await finishPasskey(passkey, await startPasskey(), { isVerified: false });
    expect(unverified.code).toBe("LOGIN_FAILED");
  });

  test("an answer is not accepted twice", async () => {
    const { passkey } = await addPasskeyOperator("passkey.three");
    const started = await startPasskey();
    const response = passkey.authenticate({ challenge: started.challenge, origin: origin() });
    const send = () => callAsOperator(app, null, loginWithPasskey, { response }, started.options);
    expect([(await send()).code, (await send()).code]).toEqual(["00", "611"]);
  });

  test("a copied passkey, whose counter is behind, is refused", async () => {
    const { passkey } = await addPasskeyOperator("passkey.four");
    passkey.signCount = 10;
    expect((await finishPasskey(passkey, await startPasskey())).code).toBe("00");
    passkey.signCount = 5;
    expect((await finishPasskey(passkey, await startPasskey())).code).toBe("LOGIN_FAILED");
  });

  test("an unknown passkey is refused as a wrong one", async () => {
    expect((await finishPasskey(new SoftwarePasskey(), await startPasskey())).code).toBe("LOGIN_FAILED");
  });
});

describe("step-up", () => {
  test("CO26 holds five minutes, with a line of the audit log", async () => {
    const operator = await addPasswordOperator(app, "step.one", "sysadmin");
    const session = sessionOf(await logInWithTotp(app, operator));
    const target = await app.console.operators.seed({ name: "另一位", grants: [] });
    const lock = (isLocked: boolean) =>
      callAsOperator(app, session, lockOperator, { operatorId: target, isLocked });
    later(6 * MINUTE);
    expect(await lock(true)).toMatchObject({ status: 406, code: "STEP_UP" });
    const proved = await callAsOperator(app, session, stepUp, { code: totpCodeAt(app, operator.secret) });
    expect(Date.parse(proved.data.stepUpUntil)).toBeGreaterThan(app.context.clock.now() + 4 * MINUTE);
    expect((await lock(true)).code).toBe("00");
    later(6 * MINUTE);
    expect((await lock(false)).code).toBe("STEP_UP");
    expect(await auditOf(operator.operatorId)).toEqual([
      "operator.accept totp",
      "operator.login totp",
      "operator.step-up totp",
      "operator.lock done",
    ]);
  });

  test("needs a right code of the caller, and five wrong ones lock it", async () => {
    const [own, other] = [
      await addPasswordOperator(app, "step.two"),
      await addPasswordOperator(app, "step.three"),
    ];
    const session = sessionOf(await logInWithTotp(app, own));
    const prove = (code: string) => callAsOperator(app, session, stepUp, { code });
    for (let time = 0; time < 5; time++)
      expect((await prove(totpCodeAt(app, other.secret, 1))).code).toBe("LOGIN_FAILED");
    expect((await prove(totpCodeAt(app, own.secret, 1))).code).toBe("LOGIN_LOCKED");
  });

  test("with a passkey needs the caller's own, and the challenge of this session", async () => {
    const { passkey, accepted } = await addPasskeyOperator("step.four");
    const { passkey: foreign, accepted: foreignAccepted } = await addPasskeyOperator("step.five");
    const session = sessionOf(accepted);
    const start = async (by: { token: string }) => {
      const started = await callAsOperator(app, by, startStepUp, {});
      return { challenge: String(started.data.options?.["challenge"]), options: ceremonyOf(started) };
    };
    const prove = (with_: SoftwarePasskey, { challenge, options }: Awaited<ReturnType<typeof start>>) =>
      callAsOperator(
        app,
        session,
        stepUp,
        { response: with_.authenticate({ challenge, origin: origin() }) },
        options,
      );
    expect((await prove(foreign, await start(session))).code).toBe("LOGIN_FAILED");
    expect((await prove(passkey, await start(sessionOf(foreignAccepted)))).code).toBe("611");
    expect((await prove(passkey, await startPasskey())).code).toBe("611");
    expect((await prove(passkey, await start(session))).code).toBe("00");
  });
});
