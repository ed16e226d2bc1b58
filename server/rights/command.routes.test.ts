import { afterAll, beforeAll, expect, test } from "vitest";
import { showUser } from "#contract/session.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { COMMAND_TIME, runCommand } from "../testing/command.ts";
import { wholePerson, wholeSettings } from "../testing/whole-person.ts";

let app: TestApp;
let she: Awaited<ReturnType<typeof wholePerson>>;
beforeAll(async () => {
  app = await testApp({ settings: wholeSettings });
  she = await wholePerson(app);
});
afterAll(() => app.close());

const run = (what: string, who: string) => runCommand(app, ["personal-data", what], `${who}\n`);
const embedded = {
  isDone: false,
  said: "DATABASE_URL is not set: with the embedded database people do it themselves, under 我的",
};

test(
  "the operator's command exports and erases whom a mobile or an id names; with the embedded database it says who does",
  async () => {
    const isPostgres = app.databaseKind === "postgres";
    const told = [
      await run("export", she.mobile),
      await run("export", "13000000000"),
      await run("erase", she.userId),
      await run("erase", she.userId),
    ];
    const [file, ...others] = told;
    expect(others).toEqual(
      isPostgres
        ? [
            { isDone: false, said: "nobody is known by that" },
            { isDone: true, said: "erased" },
            { isDone: false, said: "nobody is known by that" },
          ]
        : [embedded, embedded, embedded],
    );
    const { name, vin } = she.traces;
    const held = [she.mobile, name, vin].map((text) => file?.said.includes(`"${text}"`));
    expect(held).toEqual([isPostgres, isPostgres, isPostgres]);
    expect((await app.call(showUser, {}, { token: she.token })).status).toBe(isPostgres ? 401 : 200);
  },
  COMMAND_TIME,
);
