import { consoleHeader } from "#contract/console/headers.ts";
import type { OperatorArgs, OperatorCall, OperatorResult } from "#contract/console/operator-call.ts";
import { everyScope } from "#contract/console/scope.ts";
import { operatorSessionStore } from "../../server/console/session/store.ts";
import { operatorStore } from "../../server/console/operators/operator-store.ts";
import type { Database } from "../../server/database/connection/database.ts";

const HOUR = 3_600_000;

/** Adds an administrator of the headquarters. @returns the session's cookie */
export async function addOperator(db: Database): Promise<string> {
  const now = new Date();
  const operatorId = await operatorStore(db).add({
    login: null,
    name: "王运营",
    directoryKey: null,
    isActivated: true,
    now,
  });
  if (operatorId === null) throw new Error("the operator could not be added");
  await operatorStore(db).setGrants(operatorId, "hand", [{ role: "hq-admin", scope: everyScope }], {
    by: null,
    now,
  });
  const opened = await operatorSessionStore(db).open({
    operatorId,
    method: "simulator",
    browser: "-",
    network: "-",
    now: now.getTime(),
    lifetime: 12 * HOUR,
    stepUpUntil: now.getTime() + HOUR,
  });
  if (opened === null) throw new Error("the operator could not log in");
  return `marque_console=${opened.token}`;
}

/** Makes a call of the console over HTTP. */
export async function callConsole<C extends OperatorCall>(
  origin: string,
  cookie: string,
  call: C,
  args: OperatorArgs<C>,
): Promise<OperatorResult<C>> {
  const answer = await fetch(`${origin}/console-api/${call.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, cookie, [consoleHeader]: "1" },
    body: JSON.stringify(args),
  });
  const body = (await answer.json()) as { code: string; message: string; data: OperatorResult<C> };
  if (body.code !== "00") throw new Error(`${call.name}: ${answer.status} ${body.code} ${body.message}`);
  return body.data;
}
