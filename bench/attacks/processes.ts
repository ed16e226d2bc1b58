// A14: a session after a logout whose commit is delayed, on two processes. A15: ids of many processes.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { setTimeout } from "node:timers/promises";
import { endSession } from "#contract/session/session.ts";
import { signUp } from "#contract/signup/signup.ts";
import { delayLogouts } from "../../server/testing/races/delayed-logouts.ts";
import { ids, type Installation } from "./installation.ts";
import { Stranger } from "./stranger.ts";
import { atMost, type AttackResult } from "./table.ts";
import type { Target } from "./target.ts";

/** Duration of the delayed commit, ms. */
const HELD = 14_000;
/** Time after which every process knows of a commit, ms. */
const KNOWN_WITHIN = 2_000;
/** Starts of 64 processes each. */
const STARTS = 20;
const PROCESSES = 64;

/** A sign-up without a pass: its status tells whether the session is known, and it changes nothing. */
async function isSessionKnown(
  { token, mobile }: Stranger,
  server: Target,
  address: string,
): Promise<boolean> {
  const at = new Stranger(server, address);
  at.token = token;
  const form = { id: ids.activity, name: "林晓岚", mobile, consent: true as const };
  const { status } = await at.call(signUp, form, { captchaVerifyId: "none", idempotencyKey: randomUUID() });
  return status !== 401;
}

async function attackLogout({ servers, url }: Installation): Promise<AttackResult[]> {
  const [first, second] = servers;
  if (first === undefined || second === undefined) return [];
  const person = await new Stranger(first, "203.0.113.161").become();
  for (const server of servers) await isSessionKnown(person, server, "203.0.113.161");
  const delayed = await delayLogouts(url);
  try {
    const logout = person.call(endSession, {});
    const until = performance.now() + HELD;
    while (performance.now() < until) {
      await isSessionKnown(person, second, "203.0.113.161");
      await setTimeout(200);
    }
    await delayed.release();
    await logout;
    await setTimeout(KNOWN_WITHIN);
    let known = 0;
    for (let round = 0; round < 10; round++)
      for (const server of servers) if (await isSessionKnown(person, server, "203.0.113.161")) known++;
    return [
      atMost(
        `A14 of 20 requests of the ended session, its commit ${HELD / 1_000} s late`,
        0,
        known,
        "accepted",
      ),
    ];
  } finally {
    await delayed.remove();
  }
}

function attackIds({ url, servers }: Installation): AttackResult[] {
  const program = fileURLToPath(new URL("process-numbers.ts", import.meta.url));
  const folder = servers[0]?.folder ?? "";
  const output = execFileSync(process.execPath, [program, folder, url, String(STARTS), String(PROCESSES)], {
    cwd: folder,
    encoding: "utf8",
  });
  return [
    atMost(
      `A15 of ${STARTS} starts of ${PROCESSES} processes, with a shared number`,
      0,
      Number(output),
      "starts",
    ),
  ];
}

export const attackProcesses = async (installation: Installation): Promise<AttackResult[]> => [
  ...(await attackLogout(installation)),
  ...attackIds(installation),
];
