import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { showUser, tokenLogin } from "#contract/session/session.ts";
import { loadKeyFile } from "../database/encryption/key-file.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { COMMAND_TIMEOUT, runCommand } from "../testing/command.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test(
  "ASVS 7.4.2 7.4.5 the operator's command locks, unlocks and logs out a person by mobile or id, effective at once",
  async () => {
    const mobile = "13155550001";
    const { token, userId } = await app.login(mobile);
    const run = (action: string, person: string) => runCommand(app, ["account", action], `${person}\n`);
    const results = [
      await run("lock", mobile),
      await run("lock", userId),
      await run("end-sessions", mobile),
      await run("unlock", userId),
      await run("lock", "13000000000"),
    ];
    expect(results).toEqual([
      { isDone: true, said: "done" },
      { isDone: true, said: "again" },
      { isDone: true, said: "done" },
      { isDone: true, said: "done" },
      { isDone: false, said: "user not found" },
    ]);
    expect((await app.call(showUser, {}, { token })).status).toBe(401);
    const unknown = await run("erase", mobile);
    expect(unknown.said).toContain(
      "usage: echo MOBILE_OR_USER_ID | npm run -s account -- lock|unlock|end-sessions\n",
    );
  },
  COMMAND_TIMEOUT,
);

test(
  "Z05 after a restore the operator's command logs everybody out, also of the built-in provider, and is in the audit log",
  async () => {
    const people = [await app.login("13155550003"), await app.login(null)];
    const { accessToken } = await app.modules.identity.mintAccessToken("13155550003");
    const { rows: open } = await sql`select from user_session`.execute(app.context.db);
    const ended = await runCommand(app, ["account", "end-all-sessions"]);
    expect(ended).toEqual({ isDone: true, said: `ended: ${open.length}` });
    for (const { token } of people) expect((await app.call(showUser, {}, { token })).status).toBe(401);
    expect((await app.call(tokenLogin, { accessToken })).code).toBe("40102");
    const { rows } = await sql`
      select actor_kind, host, about_kind, about_id, outcome from audit_entry
      where action = 'account.end-all-sessions'`.execute(app.context.db);
    const line = { actor_kind: "operator", host: "command", about_kind: "everybody", about_id: null };
    expect(rows).toEqual([{ ...line, outcome: `${open.length} sessions` }]);
  },
  COMMAND_TIMEOUT,
);

test(
  "a command without the installation's keys creates none and does not keep servers from starting",
  async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "marque-command-"));
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
    const settings = { DATA_DIR, DATA_KEYS: "", DATA_LOOKUP_KEY: "" };
    const lock = () => runCommand(app, ["account", "lock"], "13155550002\n", settings);
    const none = `DATA_KEYS is not set, and ${DATA_DIR}/data-keys.json: the file does not exist`;
    expect(await lock()).toEqual({ isDone: false, said: `Setting ${none}` });
    expect(await runCommand(app, ["data-keys", "new"], "", settings)).toEqual({ isDone: false, said: none });
    expect(existsSync(join(DATA_DIR, "data-keys.json"))).toBe(false);
    loadKeyFile(DATA_DIR);
    expect((await lock()).said).toMatch(/^Setting DATA_(KEYS|LOOKUP_KEY)\b[^\n]*$/);
    const { rows } = await sql`select key_id from data_key order by key_id`.execute(app.context.db);
    expect(rows).toEqual([{ key_id: "lookup" }, { key_id: "t1" }]);
  },
  COMMAND_TIMEOUT,
);
