import { afterEach, expect, test, vi } from "vitest";
import { lockOperator, listOperators } from "#contract/console/operators.ts";
import { showLoginOptions } from "#contract/console/login.ts";
import { showOperatorSession } from "#contract/console/session.ts";
import "#contract/console/refusals.ts";
import { fakeServer, responseOf } from "../testing/fake-server.ts";
import { onOperatorChallenge, sendOperatorCall, type OperatorChallenge } from "./operator-calls.ts";

afterEach(() => vi.restoreAllMocks());
const stepUp = () => responseOf({ status: 406, code: "STEP_UP", message: "请再次验证身份后继续" });
const ended = () => responseOf({ status: 401, code: "401", message: "请先登录" });
const lock = { operatorId: "7", isLocked: true };

test("CO26 a write that needs a step-up is repeated with the same key after it", async () => {
  const answers = [stepUp(), responseOf({ data: { revision: 3 } })];
  const requests = fakeServer(() => answers.shift() ?? null);
  const asked: OperatorChallenge[] = [];
  const stop = onOperatorChallenge(async (kind) => {
    asked.push(kind);
    return true;
  });
  expect(await sendOperatorCall(lockOperator, lock)).toEqual({ revision: 3 });
  stop();
  expect(asked).toEqual(["stepUp"]);
  expect(requests.map(({ headers }) => headers["X-Console"])).toEqual(["1", "1"]);
  const [first, second] = requests.map(({ headers }) => headers["Idempotency-Key"]);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
  expect(requests[0]).toMatchObject({ method: "POST", name: "lock", body: lock });
});

test("CO26 a step-up that is closed gives the refusal", async () => {
  fakeServer(stepUp);
  const stop = onOperatorChallenge(async () => false);
  await expect(sendOperatorCall(lockOperator, lock)).rejects.toMatchObject({ refusal: "stepUpRequired" });
  stop();
});

test("CO24 calls that find the session ended ask for one login, and are repeated after it", async () => {
  let isLoggedIn = false;
  fakeServer(() => (isLoggedIn ? responseOf({ data: { operators: [] } }) : ended()));
  const asked: OperatorChallenge[] = [];
  const stop = onOperatorChallenge(async (kind) => {
    asked.push(kind);
    // The second call is refused after the login that the first one has asked for.
    isLoggedIn = true;
    return true;
  });
  const results = await Promise.all([
    sendOperatorCall(listOperators, {}),
    sendOperatorCall(listOperators, {}),
  ]);
  stop();
  expect(results).toEqual([{ operators: [] }, { operators: [] }]);
  expect(asked).toEqual(["sessionEnded"]);
});

test("the call that finds out whether there is a session asks nobody", async () => {
  fakeServer(ended);
  const handler = vi.fn<(kind: OperatorChallenge) => Promise<boolean>>();
  const stop = onOperatorChallenge(handler);
  await expect(sendOperatorCall(showOperatorSession, {}, { isQuiet: true })).rejects.toMatchObject({
    refusal: "unauthenticated",
  });
  await expect(sendOperatorCall(showLoginOptions, {})).rejects.toMatchObject({ refusal: "unauthenticated" });
  stop();
  expect(handler).not.toHaveBeenCalled();
});

test("CO24 a call that the page makes by itself says so; reads have no key; no network is a refusal", async () => {
  const requests = fakeServer(() => null);
  await expect(sendOperatorCall(listOperators, {}, { isBackground: true })).rejects.toMatchObject({
    refusal: "offline",
  });
  expect(requests[0]?.headers["X-Console"]).toBe("background");
  expect(requests[0]?.headers).not.toHaveProperty("Idempotency-Key");
});
