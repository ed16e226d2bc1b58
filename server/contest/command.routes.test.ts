import { sql } from "kysely";
import { expect, test } from "vitest";
import { showOwnContest } from "#contract/contest/contest.ts";
import { openApp } from "../testing/app.ts";
import { COMMAND_TIMEOUT, runCommand } from "../testing/command.ts";
import { contestSteps } from "./test-contest.ts";

const app = await openApp({ settings: { RATE_LIMITS: "off" } });
const { open, entrant, entries } = contestSteps(app);
const run = (...args: string[]) => runCommand(app, ["contest", ...args]);

test(
  "U63 W10 an operator lists entries in review with their pictures, shows one and hides one, with audit entries",
  async () => {
    const id = await open({ is_approved_first: true });
    const { token } = await entrant(id, "老周");
    await entrant(id, "阿澈");
    const { said } = await run("list", id);
    expect(said.split("\n")).toHaveLength(2);
    const [line = "", other = ""] = said.split("\n");
    expect(line).toMatch(/^\d{19} {2}in review {2}0 votes {2}0 complaints {2}老周 {2}老周的一句话 {2}https:/);
    const picture = line.split("  ").at(-1)?.replace("https://m.qinglan.example", "") ?? "";
    expect((await app.app.inject({ url: picture })).statusCode).toBe(200);
    const [first = "", second = ""] = [line, other].map((text) => text.slice(0, 19));
    expect(await run("show", first)).toEqual({ isDone: true, said: `shown  ${first}` });
    expect(await run("hide", second, "1")).toEqual({
      isDone: false,
      said: `hidden  ${second}\nno such entry  1`,
    });
    expect((await entries(id)).map(({ entryId }) => entryId)).toEqual([first]);
    const own = (await app.call(showOwnContest, { id }, { token })).data.entries;
    expect(own.map(({ state }) => state)).toEqual(["shown"]);
    const { rows } = await sql<{ line: string }>`
      select action || ' ' || outcome || ' ' || about_id as line from audit_entry
      where action = 'contest.review' order by audit_id`.execute(app.context.db);
    expect(rows.map(({ line: text }) => text)).toEqual([
      `contest.review shown ${first}`,
      `contest.review hidden ${second}`,
    ]);
    for (const wrong of [["list"], ["show"], ["hide", "x"], []])
      expect((await run(...wrong)).said).toMatch(/^usage: /);
  },
  COMMAND_TIMEOUT,
);
