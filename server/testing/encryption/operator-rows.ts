import { randomUUID } from "node:crypto";
import { noteGuest } from "#contract/console/guest-acts.ts";
import { showOperatorInvite } from "#contract/console/operators.ts";
import { operatorCredentialStore } from "../../console/login/credential-store.ts";
import type { TestApp } from "../app.ts";
import { invite } from "../console/built-in-operator.ts";
import { callAsOperator, loginOperator } from "../operator.ts";

/** Fills the tables of operators, with the name of one: account, authenticator app, login under way, kept result. */
export async function addOperatorRows(app: TestApp, name: string, signUpId: string): Promise<void> {
  const { operatorId, token } = await invite(app, "sealed.operator");
  await callAsOperator(app, null, showOperatorInvite, { token });
  const now = new Date(app.context.clock.now());
  await operatorCredentialStore(app.context.db).addTotp(operatorId, "JBSWY3DPEHPK3PXP", 1, now);
  const operator = await loginOperator(app, "hq-admin", undefined, { name });
  const note = { signUpId, key: randomUUID(), text: name };
  const answer = await callAsOperator(app, operator, noteGuest, note, { idempotencyKey: "sealed" });
  if (answer.code !== "00") throw new Error(`note not added: ${answer.code} ${answer.message}`);
}
