import { afterAll, beforeAll, expect, test } from "vitest";
import { showUser } from "#contract/session/session.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { COMMAND_TIMEOUT, runCommand } from "../testing/command.ts";
import { createFullPerson, fullPersonSettings } from "../testing/erasure/full-person.ts";

let app: TestApp;
let she: Awaited<ReturnType<typeof createFullPerson>>;
beforeAll(async () => {
  app = await testApp({ settings: fullPersonSettings });
  she = await createFullPerson(app);
});
afterAll(() => app.close());

const run = (what: string, who: string) => runCommand(app, ["personal-data", what], `${who}\n`);

test(
  "the command exports and erases the person with a given mobile or id",
  async () => {
    const outputs = [
      await run("export", she.mobile),
      await run("export", "13000000000"),
      await run("erase", she.userId),
      await run("erase", she.userId),
    ];
    const [file, ...others] = outputs;
    expect(others).toEqual([
      { isDone: false, said: "user not found" },
      { isDone: true, said: "erased" },
      { isDone: false, said: "user not found" },
    ]);
    const { name, vin } = she.traces;
    const found = [she.mobile, name, vin].map((text) => file?.said.includes(`"${text}"`));
    expect(found).toEqual([true, true, true]);
    expect((await app.call(showUser, {}, { token: she.token })).status).toBe(401);
  },
  COMMAND_TIMEOUT,
);
