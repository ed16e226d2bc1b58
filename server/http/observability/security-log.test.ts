import Fastify from "fastify";
import { expect, test } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { loginWithPassword } from "#contract/identity/identity.ts";
import { endSessions } from "#contract/session/active-sessions.ts";
import { tokenLogin } from "#contract/session/session.ts";
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
  lines.map(({ call, outcome, reqId, user }) => [call, outcome, reqId, user]);

test("ASVS 16.3.1 16.3.2 LOG_LEVEL warn logs logins and refusals with request and user, without request data", () => {
  const { lines, security } = createLog("warn");
  const signedIn = { ...caller, user: { userId: "7", mobile: "13800138000" } } as typeof visitor;
  security.succeeded(tokenLogin, caller);
  security.succeeded(endSessions, signedIn);
  security.refused(loginWithPassword, new Refusal("passwordWrong"), "r2", null);
  security.refused(endSessions, new Refusal("smsCodeWrong"), "r3", signedIn);
  security.refused(endSessions, new Refusal("conflict"), "r4", signedIn);
  security.refused(tokenLogin, new Refusal("unreachable"), "r5", caller);
  expect(fieldsOf(lines)).toEqual([
    ["tokenLogin", "done", "r1", undefined],
    ["loginWithPassword", "passwordWrong", "r2", undefined],
    ["endSessions", "smsCodeWrong", "r3", "7"],
    ["tokenLogin", "unreachable", "r5", undefined],
  ]);
  expect(JSON.stringify(lines)).not.toContain("138001");
});

test("ASVS 16.3.3 a flood of refusals is logged with 100 lines per second and the number of dropped ones", () => {
  const { lines, security, advance } = createLog("warn");
  const refuse = () => security.refused(endSessions, new Refusal("tooMany"), "r", null);
  for (let index = 0; index < 130; index++) refuse();
  expect(lines).toHaveLength(100);
  advance(1_000);
  refuse();
  expect(lines[100]).toMatchObject({ left: 30, about: "security" });
  expect(lines).toHaveLength(102);
});

test("LOG_LEVEL error logs no security events", () => {
  const { lines, security } = createLog("error");
  security.succeeded(tokenLogin, caller);
  expect(lines).toEqual([]);
});
