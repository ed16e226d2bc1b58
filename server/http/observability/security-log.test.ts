import Fastify from "fastify";
import { expect, test } from "vitest";
import { Refusal } from "#contract/core/errors.ts";
import { loginWithPassword } from "#contract/identity/identity.ts";
import { endSessions } from "#contract/session/active-sessions.ts";
import { tokenLogin } from "#contract/session/session.ts";
import { visitor } from "../pipeline/caller.ts";
import { SecurityLog } from "./security-log.ts";

/** The lines of a log that is set to a level. */
function logAt(level: string) {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  let now = 0;
  const { log } = Fastify({ logger: { level, stream: { write } } });
  const security = new SecurityLog(log, () => now);
  return { lines, security, later: (ms: number) => void (now += ms) };
}
const caller = { ...visitor, requestId: "r1" };
const of = (lines: Record<string, unknown>[]) =>
  lines.map(({ call, outcome, reqId, user }) => [call, outcome, reqId, user]);

test("ASVS 16.3.1 16.3.2 logins and refusals stand in a log of warnings, with request and user, and nothing that was sent", () => {
  const { lines, security } = logAt("warn");
  const known = { ...caller, user: { userId: "7", mobile: "13800138000" } } as typeof visitor;
  security.succeeded(tokenLogin, caller);
  security.succeeded(endSessions, known);
  security.refused(loginWithPassword, new Refusal("passwordWrong"), "r2", null);
  security.refused(endSessions, new Refusal("smsCodeWrong"), "r3", known);
  security.refused(endSessions, new Refusal("conflict"), "r4", known);
  security.refused(tokenLogin, new Refusal("unreachable"), "r5", caller);
  expect(of(lines)).toEqual([
    ["tokenLogin", "done", "r1", undefined],
    ["loginWithPassword", "passwordWrong", "r2", undefined],
    ["endSessions", "smsCodeWrong", "r3", "7"],
    ["tokenLogin", "unreachable", "r5", undefined],
  ]);
  expect(JSON.stringify(lines)).not.toContain("138001");
});

test("ASVS 16.3.3 a flood is told of with its first hundred lines of a second, and how many were left out", () => {
  const { lines, security, later } = logAt("warn");
  const flood = () => security.refused(endSessions, new Refusal("tooMany"), "r", null);
  for (let at = 0; at < 130; at++) flood();
  expect(lines).toHaveLength(100);
  later(1_000);
  flood();
  expect(lines[100]).toMatchObject({ left: 30, about: "security" });
  expect(lines).toHaveLength(102);
});

test("a log that is set to errors alone has none of it", () => {
  const { lines, security } = logAt("error");
  security.succeeded(tokenLogin, caller);
  expect(lines).toEqual([]);
});
