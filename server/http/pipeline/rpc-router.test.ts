import Fastify from "fastify";
import { expect, test } from "vitest";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { signUp } from "#contract/signup/signup.ts";
import { visitor } from "./caller.ts";
import { RpcRouter, type RequestContext } from "./rpc-router.ts";
import { FastPath } from "../fast-path/fast-path.ts";
import { Nonce } from "../security/nonce.ts";

const user = {
  userId: "1",
  openId: "o1",
  hasMobile: true,
  mobile: "13800000001",
  isMobile: () => true,
  owner: false,
  seriesCodes: [],
};

type Way = {
  readonly spendsNonce: boolean;
  /** What memory says. */
  readonly early?: RefusalName;
  /** What the handler says, without having spent the nonce. */
  readonly refusal?: RefusalName;
  /** Somebody has spent the nonce before. */
  readonly isUsed?: boolean;
};
/** A signed call; what became of it, in order. */
async function sent(way: Way): Promise<{ status: number; done: string[] }> {
  const done: string[] = [];
  const app = Fastify();
  const calls = new RpcRouter(app.log, true, new FastPath(true));
  const handle = async () => {
    done.push("handled");
    if (way.refusal) throw new Refusal(way.refusal);
    return Promise.resolve({ signUpId: "1", ticketCode: "A", status: "confirmed" as const });
  };
  const early = () => {
    if (way.early) throw new Refusal(way.early);
  };
  calls.on(signUp, handle, null, { checkBefore: early, spendsNonce: way.spendsNonce });
  const gate: RequestContext = {
    callerOf: () => Promise.resolve({ ...visitor, user }),
    limitCall: () => {},
    limitVisitor: () => Promise.resolve(),
    limitNamedMobile: () => {},
    checkSignature: () => {
      done.push("signature held");
      return new Nonce("a nonce", new Date(0), () => {
        done.push("nonce spent");
        return Promise.resolve(way.isUsed !== true);
      });
    },
  };
  calls.mount(app, { api: "/", pass: "/pass/", security: "/security/" }, gate);
  const payload = { name: "林晓岚", mobile: user.mobile, consent: true };
  const { statusCode } = await app.inject({
    method: "POST",
    url: `/${signUp.paths[0].replace(":id", "7")}`,
    payload,
  });
  await app.close();
  return { status: statusCode, done };
}
const HELD = "signature held";
const SPENT = "nonce spent";

test.each([true, false])(
  "L10 what is refused from memory is signed rightly, and spends no nonce",
  async (spendsNonce) => {
    expect(await sent({ spendsNonce, early: "busy" })).toEqual({ status: 503, done: [HELD] });
  },
);
test("L03 a nonce is spent before the handler, or by it; one that was spent before lets nobody in", async () => {
  expect(await sent({ spendsNonce: false })).toEqual({ status: 200, done: [HELD, SPENT, "handled"] });
  expect(await sent({ spendsNonce: true })).toEqual({ status: 200, done: [HELD, "handled", SPENT] });
  expect(await sent({ spendsNonce: false, isUsed: true })).toEqual({ status: 406, done: [HELD, SPENT] });
  expect(await sent({ spendsNonce: true, isUsed: true })).toEqual({
    status: 406,
    done: [HELD, "handled", SPENT],
  });
});
test("L03 a handler that refuses without having spent the nonce says so once; whoever was not judged may send the same again", async () => {
  const spendsNonce = true;
  expect(await sent({ spendsNonce, refusal: "conflict" })).toEqual({
    status: 409,
    done: [HELD, "handled", SPENT],
  });
  expect((await sent({ spendsNonce, refusal: "conflict", isUsed: true })).status).toBe(406);
  expect(await sent({ spendsNonce, refusal: "busy" })).toEqual({ status: 503, done: [HELD, "handled"] });
});
