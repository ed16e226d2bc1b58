import type { OperatorRole } from "#contract/console/rights.ts";
import { everyScope, type GrantScope } from "#contract/console/scope.ts";
import type { OperatorArgs, OperatorCall, OperatorResult } from "#contract/console/operator-call.ts";
import { consoleHeader } from "#contract/console/headers.ts";
import type { TestApp } from "./app.ts";

/** A logged-in operator of a test. */
export type TestOperator = {
  readonly operatorId: string;
  readonly name: string;
  readonly sessionId: string;
  /** Value of the session cookie. */
  readonly token: string;
};
type LoginOptions = {
  /** Further grants beside the first one. */
  readonly more?: readonly { readonly role: OperatorRole; readonly scope?: GrantScope }[];
  /** false: without a step-up, as a stolen session; default: true. */
  readonly isSteppedUp?: boolean;
  readonly name?: string;
};

/** Adds an operator with a grant, and logs them in. Each call makes a new operator. */
export async function loginOperator(
  app: TestApp,
  role: OperatorRole,
  scope: GrantScope = everyScope,
  { more = [], isSteppedUp = true, name = "王运营" }: LoginOptions = {},
): Promise<TestOperator> {
  const grants = [{ role, scope }, ...more.map((grant) => ({ scope: everyScope, ...grant }))];
  const operatorId = await app.console.operators.seed({ name, grants });
  const { token, sessionId } = await app.console.operators.openSession(operatorId, { isSteppedUp });
  return { operatorId, name, sessionId, token };
}

export type OperatorCallOptions = {
  readonly idempotencyKey?: string;
  /** Added last, so that they override the other headers; undefined: the header is left out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Further cookies by name. */
  readonly cookies?: Readonly<Record<string, string>>;
  readonly address?: string;
  /** Body of a call that takes a picture, as JPEG. */
  readonly picture?: Buffer;
};
export type OperatorResponse<D> = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The result if `code` is "00". */
  readonly data: D;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
};

/** Makes a call of the console over HTTP. @param session null: not logged in */
export async function callAsOperator<C extends OperatorCall>(
  app: TestApp,
  session: Pick<TestOperator, "token"> | null,
  call: C,
  args: OperatorArgs<C>,
  { idempotencyKey, headers = {}, cookies = {}, address, picture }: OperatorCallOptions = {},
): Promise<OperatorResponse<OperatorResult<C>>> {
  const sent = {
    origin: app.context.origin(),
    [consoleHeader.toLowerCase()]: "1",
    "idempotency-key": idempotencyKey,
    "content-type": picture === undefined ? undefined : "image/jpeg",
    ...headers,
  };
  const answer = await app.app.inject({
    method: "POST",
    url: `/console-api/${call.path}`,
    headers: Object.fromEntries(
      Object.entries(sent).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    cookies: { ...(session !== null && { marque_console: session.token }), ...cookies },
    payload: picture ?? (args as object),
    ...(address !== undefined && { remoteAddress: address }),
  });
  const { code, message, data } = answer.json<{ code: string; message: string; data: OperatorResult<C> }>();
  if (code === "00") assertDeclared(call, data);
  return {
    status: answer.statusCode,
    code,
    message,
    data,
    headers: answer.headers,
    cookies: answer.cookies as { name: string; value: string }[],
  };
}

/** Validates every answer with the schema that the console uses. */
function assertDeclared(call: OperatorCall, data: unknown): void {
  const read = call.result.safeParse(data);
  if (read.success) return;
  const faults = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new Error(`${call.name} answered what the contract does not know: ${faults.join("; ")}`);
}
