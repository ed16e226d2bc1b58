import { consoleHeader } from "#contract/console/headers.ts";
import type { OperatorArgs, OperatorCall, OperatorResult } from "#contract/console/operator-call.ts";
import type { OperatorRole } from "#contract/console/rights.ts";

/** Session of an operator, which any machine of the installation accepts. */
export type OperatorSession = { readonly cookie: string };

/** Logs in as one of the demo's operators, at /lab/console. */
export async function logInAsOperator(origin: string, role: OperatorRole): Promise<OperatorSession> {
  const answer = await fetch(`${origin}/lab/console?role=${role}`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", origin },
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  if (!cookie.includes("marque_console")) throw new Error(`no session: ${answer.status}`);
  return { cookie };
}

/** Returns a client that makes calls of the console at a machine. @param picture body of a call that takes a picture, JPEG */
export const operatorClient =
  (origin: string, { cookie }: OperatorSession) =>
  async <C extends OperatorCall>(
    call: C,
    args: OperatorArgs<C>,
    picture?: Buffer<ArrayBuffer>,
  ): Promise<OperatorResult<C>> => {
    const answer = await fetch(`${origin}/console-api/${call.path}`, {
      method: "POST",
      headers: {
        origin,
        cookie,
        [consoleHeader]: "1",
        "content-type": picture === undefined ? "application/json" : "image/jpeg",
      },
      body: picture ?? JSON.stringify(args),
    });
    const { code, message, data } = (await answer.json()) as {
      code: string;
      message: string;
      data: OperatorResult<C>;
    };
    if (code !== "00") throw new Error(`${call.name}: ${answer.status} ${code} ${message}`);
    return data;
  };
