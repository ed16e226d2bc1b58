import { afterAll, beforeAll, expect, test } from "vitest";
import { showUser } from "#contract/session.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { COMMAND_TIME, runCommand } from "../testing/command.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test(
  "ASVS 7.4.2 7.4.5 the operator's command locks, unlocks and logs out whom a mobile or an id names, and whoever is logged in notices at once",
  async () => {
    const mobile = "13155550001";
    const { token, userId } = await app.login(mobile);
    const run = (what: string, who: string) => runCommand(app, ["account", what], `${who}\n`);
    const told = [
      await run("lock", mobile),
      await run("lock", userId),
      await run("end-sessions", mobile),
      await run("unlock", userId),
      await run("lock", "13000000000"),
    ];
    expect(told).toEqual([
      { isDone: true, said: "done" },
      { isDone: true, said: "again" },
      { isDone: true, said: "done" },
      { isDone: true, said: "done" },
      { isDone: false, said: "nobody is known by that" },
    ]);
    expect((await app.call(showUser, {}, { token })).status).toBe(401);
    const unknown = await run("erase", mobile);
    expect(unknown.said).toBe(
      "usage: echo MOBILE_OR_USER_ID | npm run -s account -- lock|unlock|end-sessions",
    );
  },
  COMMAND_TIME,
);
