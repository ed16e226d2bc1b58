import Fastify from "fastify";
import { expect, test } from "vitest";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { signUp } from "#contract/signup/signup.ts";
import { visitor } from "./caller.ts";
import { RpcRouter, type RequestContext } from "./rpc-router.ts";
import { FastPath } from "../fast-path/fast-path.ts";
import { Nonce } from "../security/nonce.ts";

const CHECKED = "signature checked";
const SPENT = "nonce spent";
const HANDLED = "handled";

const user = {
  userId: "1",
  openId: "o1",
  hasMobile: true,
  mobile: "13800000001",
  isMobile: () => true,
  owner: false,
  seriesCodes: [],
  msSinceWrite: null,
};

type Scenario = {
  readonly spendsNonce: boolean;
  /** Refusal of the early check. */
  readonly earlyRefusal?: RefusalName;
  /** Refusal of the handler, which has not spent the nonce. */
  readonly refusal?: RefusalName;
  /** Whether the nonce was used before. */
  readonly isUsed?: boolean;
};
/** Sends a signed call. @returns the status, and the steps in their order */
async function sendSignedCall(scenario: Scenario): Promise<{ status: number; steps: string[] }> {
  const steps: string[] = [];
  const app = Fastify();
  const calls = new RpcRouter(app.log, true, new FastPath(true), "TestApp");
  const handle = async () => {
    steps.push(HANDLED);
    if (scenario.refusal) throw new Refusal(scenario.refusal);
    return Promise.resolve({ signUpId: "1", ticketCode: "A", status: "confirmed" as const });
  };
  const checkBefore = () => {
    if (scenario.earlyRefusal) throw new Refusal(scenario.earlyRefusal);
  };
  calls.on(signUp, handle, null, { checkBefore, spendsNonce: scenario.spendsNonce });
  const requestContext: RequestContext = {
    callerOf: () => Promise.resolve({ ...visitor, user }),
    limitCall: () => {},
    routeReads: (_started, handle) => handle(),
    scheduleAnswer: (_call, _request, _reply, _name, compute) => compute(),
    limitNamedMobile: () => {},
    checkSignature: () => {
      steps.push(CHECKED);
      return new Nonce("a nonce", new Date(0), () => {
        steps.push(SPENT);
        return Promise.resolve(scenario.isUsed !== true);
      });
    },
  };
  calls.mount(app, { api: "/", pass: "/pass/", security: "/security/" }, requestContext);
  const payload = { name: "林晓岚", mobile: user.mobile, consent: true };
  const { statusCode } = await app.inject({
    method: "POST",
    url: `/${signUp.paths[0].replace(":id", "7")}`,
    payload,
  });
  await app.close();
  return { status: statusCode, steps };
}

test.each([true, false])(
  "L10 a refusal by the early check comes after the signature check and spends no nonce (handler spends it: %s)",
  async (spendsNonce) => {
    const steps = [CHECKED];
    expect(await sendSignedCall({ spendsNonce, earlyRefusal: "busy" })).toEqual({ status: 503, steps });
  },
);
test("L03 a nonce is spent before the handler or by it; a used nonce is refused", async () => {
  const before = [CHECKED, SPENT, HANDLED];
  const after = [CHECKED, HANDLED, SPENT];
  expect(await sendSignedCall({ spendsNonce: false })).toEqual({ status: 200, steps: before });
  expect(await sendSignedCall({ spendsNonce: true })).toEqual({ status: 200, steps: after });
  const used = { isUsed: true };
  expect(await sendSignedCall({ spendsNonce: false, ...used })).toEqual({
    status: 406,
    steps: [CHECKED, SPENT],
  });
  expect(await sendSignedCall({ spendsNonce: true, ...used })).toEqual({ status: 406, steps: after });
});
test("L03 a refusal by the handler spends the nonce; a refusal for lack of resources does not", async () => {
  const conflict = { spendsNonce: true, refusal: "conflict" } as const;
  const steps = [CHECKED, HANDLED, SPENT];
  expect(await sendSignedCall(conflict)).toEqual({ status: 409, steps });
  expect((await sendSignedCall({ ...conflict, isUsed: true })).status).toBe(406);
  expect(await sendSignedCall({ spendsNonce: true, refusal: "busy" })).toEqual({
    status: 503,
    steps: [CHECKED, HANDLED],
  });
});
