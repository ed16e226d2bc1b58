import Fastify from "fastify";
import { expect, test } from "vitest";
import type * as z from "zod/mini";
import type { Call } from "#contract/core/call.ts";
import { Refusal, type RefusalName } from "#contract/core/errors.ts";
import { loginWithPassword, quickLogin } from "#contract/identity/identity.ts";
import { revealLead } from "#contract/lead/desk.ts";
import { endSessions, listSessions } from "#contract/session/active-sessions.ts";
import { tokenLogin } from "#contract/session/session.ts";
import { signUp } from "#contract/signup/signup.ts";
import { wechatSessions } from "#contract/wechat/wechat.ts";
import { contractCalls } from "../../testing/contract-calls.ts";
import { visitor } from "../pipeline/caller.ts";
import { SecurityLog } from "./security-log.ts";

/** A security log with a log level, its lines, and its clock. */
function createLog(level: string) {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  let now = 0;
  const { log } = Fastify({ logger: { level, stream: { write } } });
  const security = new SecurityLog(log, () => now);
  return { lines, security, advance: (ms: number) => void (now += ms) };
}
const caller = { ...visitor, requestId: "r1" };
const fieldsOf = (lines: Record<string, unknown>[]) =>
  lines.map(({ call, kind, outcome, reqId, user }) => [call, kind, outcome, reqId, user]);
const session = { accessToken: "secret-token", userInfo: { openId: "o-1", mobile: "13800138000" } };

test("ASVS 16.3.1 16.3.2 LOG_LEVEL warn logs logins and refusals with request and user, without request data", () => {
  const { lines, security } = createLog("warn");
  const signedIn = { ...caller, user: { userId: "7", mobile: "13800138000" } } as typeof visitor;
  security.succeeded(tokenLogin, caller, { sxToken: "secret-token", userInfo: session.userInfo });
  security.succeeded(endSessions, signedIn, { ended: 1 });
  security.succeeded(listSessions, signedIn, []);
  security.refused(loginWithPassword, new Refusal("passwordWrong"), "r2", null);
  security.refused(signUp, new Refusal("smsCodeWrong"), "r3", signedIn);
  security.refused(signUp, new Refusal("conflict"), "r4", signedIn);
  security.refused(tokenLogin, new Refusal("unreachable"), "r5", caller);
  expect(fieldsOf(lines)).toEqual([
    ["tokenLogin", "login", "done", "r1", undefined],
    ["endSessions", "logout", "done", "r1", "7"],
    ["loginWithPassword", "login", "passwordWrong", "r2", undefined],
    ["signUp", undefined, "smsCodeWrong", "r3", "7"],
    ["tokenLogin", "login", "unreachable", "r5", undefined],
  ]);
  expect(lines[0]?.["openId"]).toBe("o-1");
  expect(JSON.stringify(lines)).not.toMatch(/138001|secret-token/);
});

/** Names of the fields of an object schema. */
const fieldNames = (schema: z.ZodMiniType): string[] =>
  Object.keys(
    (schema as { shape?: object }).shape ?? (schema as { def?: { shape?: object } }).def?.shape ?? {},
  );
/** Arguments that prove who somebody is, and results that let somebody in. */
const credentials = ["smsCode", "password", "accessToken", "access_token", "tk", "ticket", "codeVerifier"];
const entrances = ["sxToken", "accessToken", "access_token", "redirectTo"];
/**
 * Calls with such a field that are no security event: a code for a sign-up proves another number of the form, and its
 * wrong ones are logged as refusals of every call are; leaving a login is no login.
 */
const others = ["cancelLogin", "signUp"];

test("ASVS 16.3.1 every call of the contract that takes a credential or lets somebody in is a security event", async () => {
  const calls = await contractCalls();
  const expected = calls.filter(
    ({ name, args, result }) =>
      !others.includes(name) &&
      (fieldNames(args).some((field) => credentials.includes(field)) ||
        fieldNames(result).some((field) => entrances.includes(field))),
  );
  expect(expected.length).toBeGreaterThan(14);
  expect(expected.filter(({ security }) => security === undefined).map(({ name }) => name)).toEqual([]);
  const declared = calls.filter(({ security }) => security !== undefined).map(({ name }) => name);
  for (const name of [
    "wechatSessions",
    "bindMobile",
    "sendSms",
    "endSession",
    "exportPersonalData",
    "revealLead",
  ])
    expect(declared).toContain(name);
});

test("ASVS 16.3.1 every security event of the contract is logged with success and with each of its refusals", async () => {
  for (const call of (await contractCalls()).filter(({ security }) => security !== undefined)) {
    const { lines, security } = createLog("warn");
    const refusals: RefusalName[] = [...call.refusals, "invalid", "tooMany"];
    security.succeeded(call, caller, session);
    for (const refusal of refusals) security.refused(call, new Refusal(refusal), "r", null);
    expect(lines.map(({ call: name, kind, outcome }) => [name, kind, outcome])).toEqual(
      ["done", ...refusals].map((outcome) => [call.name, call.security, outcome]),
    );
  }
});

const flood = (times: number, act: () => void): void => {
  for (let index = 0; index < times; index++) act();
};
test("ASVS 16.3.3 a flood of one event is logged with 100 lines per second and the number of dropped ones", () => {
  const { lines, security, advance } = createLog("warn");
  const refuse = () => security.refused(endSessions, new Refusal("tooMany"), "r", null);
  flood(130, refuse);
  expect(lines).toHaveLength(100);
  advance(1_000);
  refuse();
  expect(lines[100]).toMatchObject({ left: 30, budget: "endSessions tooMany", about: "security" });
  expect(lines).toHaveLength(102);
});

test.each<[string, Call, RefusalName, number]>([
  ["refusals of other calls", signUp, "tooMany", 400],
  ["malformed requests", listSessions, "badRequest", 400],
  ["wrong logins of another kind", loginWithPassword, "passwordWrong", 400],
  ["wrong codes", quickLogin, "smsCodeWrong", 400],
  ["failures of the same call", wechatSessions, "unreachable", 496],
])(
  "ASVS 16.3.3 a flood of %s hides no login, no failed one and no privacy event",
  (_what, call, refusal, dropped) => {
    const { lines, security, advance } = createLog("warn");
    for (let second = 0; second < 3; second++) {
      flood(500, () => security.refused(call, new Refusal(refusal), "noise", null));
      security.succeeded(wechatSessions, caller, session);
      security.refused(wechatSessions, new Refusal("codeSpent"), "r2", null);
      security.refused(revealLead, new Refusal("noPermission"), "r3", null);
      security.succeeded(revealLead, caller, {});
      advance(1_000);
    }
    const heard = lines.filter(({ outcome, reqId }) => outcome !== undefined && reqId !== "noise");
    expect(heard).toHaveLength(12);
    expect(lines.filter(({ left }) => left === dropped)).toHaveLength(2);
  },
);

test("LOG_LEVEL error logs no security events", () => {
  const { lines, security } = createLog("error");
  security.succeeded(tokenLogin, caller, session);
  expect(lines).toEqual([]);
});
