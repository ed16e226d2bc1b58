import Fastify from "fastify";
import { expect, test } from "vitest";
import { Refusal } from "#contract/errors.ts";
import { signUp } from "#contract/signup.ts";
import { visitor } from "./caller.ts";
import { Calls, type Gate } from "./calls.ts";
import { HotAnswers } from "./hot-answers.ts";

const user = { userId: "1", openId: "o1", mobile: "13800000001", owner: false, seriesCodes: [] };

/** A signed call whose early answer is full or not; what became of it, in order. */
async function sent(isFull: boolean): Promise<{ status: number; done: string[] }> {
  const done: string[] = [];
  const app = Fastify();
  const calls = new Calls(app.log, true, new HotAnswers(true));
  const handle = () => {
    done.push("handled");
    return Promise.resolve({ signUpId: "1", ticketCode: "A", status: "confirmed" as const });
  };
  calls.on(signUp, handle, null, () => {
    if (isFull) throw new Refusal("busy");
  });
  const gate: Gate = {
    callerOf: () => Promise.resolve({ ...visitor, user }),
    admit: () => {},
    admitVisitor: () => Promise.resolve(),
    admitNamed: () => {},
    checkSignature: () => {
      done.push("signature held");
      return () => {
        done.push("nonce spent");
        return Promise.resolve();
      };
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

test("L10 what is refused from memory is signed rightly, and spends no nonce", async () => {
  expect(await sent(true)).toEqual({ status: 503, done: ["signature held"] });
  expect(await sent(false)).toEqual({ status: 200, done: ["signature held", "nonce spent", "handled"] });
});
