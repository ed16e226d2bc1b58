import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptInvitationCode, showInvitationCode } from "#contract/invitation/invitation.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { COMMAND_TIMEOUT, runCommand } from "../testing/command.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test(
  "W10 M13 an operator invites guests by name with a link each; a session must be named if the activity requires one",
  async () => {
    const activityId = "1730000000000000001";
    const now = app.context.clock.now();
    const session = {
      dealerId: null,
      startTime: now + 3_600_000,
      endTime: now + 7_200_000,
      quota: 5,
      taken: 0,
    };
    await app.modules.activities.addActivities([
      sampleActivity(now, {
        activityId,
        asks: { series: false, dealer: false, session: true },
        sessions: [{ ...session, sessionId: "7" }],
      }),
    ]);
    const issue = (input: string | Uint8Array, ...args: string[]) =>
      runCommand(app, ["invitation", "issue", ...args], input);
    const guests = "林晓岚\n\n 周远 \n";
    const made = await issue(guests, activityId, "3", "--session", "7");
    const lines = made.said.split("\n").map((line) => line.split(/ {2}|\?sec=/));
    const address = `https://m.qinglan.example/marketing/area/activity/invited/${activityId}`;
    expect(lines.map(([name, where]) => [name, where])).toEqual([
      ["林晓岚", address],
      ["周远", address],
    ]);
    const sec = lines[1]?.[2] ?? "";
    expect((await app.call(showInvitationCode, { activityId, sec })).data).toMatchObject({
      guest: "周",
      state: "open",
    });
    const { token } = await app.login("13155550078");
    expect((await app.call(acceptInvitationCode, { activityId, sec }, { token })).status).toBe(200);
    const { rows } = await sql<{ line: string }>`
      select actor_kind || ' ' || host || ' ' || about_id || ' ' || outcome as line from audit_entry
      where action = 'seal.issue'`.execute(app.context.db);
    expect(rows.map(({ line }) => line)).toEqual([`operator command ${activityId} 2 codes`]);
    // 王小明 and 李梅 as Excel in China saves them, in GBK; 陈𠮷 as a Unicode text in UTF-16.
    const gbk = Buffer.from("cdf5d0a1c3f70d0ac0eec3b7", "hex");
    const utf16 = Buffer.from("\ufeff陈𠮷\r\n", "utf16le");
    for (const [input, names] of [
      [gbk, ["王小明", "李梅"]],
      [utf16, ["陈𠮷"]],
      ["\ufeff张䶮\u3000\r\u3164\r赵\u00a0", ["张䶮", "赵"]],
    ] as const) {
      const { said } = await issue(input, activityId, "3", "--session", "7");
      expect(said.split("\n").map((line) => line.split("  ")[0])).toEqual(names);
    }
    const refused: [string | Uint8Array, string[], RegExp][] = [
      [
        Buffer.from([0xe7, 0x8e, 0x8b, 0x0a, 0xff, 0xff]),
        [activityId, "--session", "7"],
        /^the names: line 2, column 1: is neither UTF-8 nor GB18030/,
      ],
      [guests, [activityId], /^the activity requires a session: use --session$/],
      [guests, [activityId, "--session", "8"], /^the activity has no such session$/],
      [guests, ["404"], /^there is no such activity$/],
      [`${"长".repeat(41)}\n`, [activityId, "--session", "7"], /^line 1: 姓名最多 40 个字$/],
      ["\n", [activityId, "--session", "7"], /^usage: /],
      [guests, [activityId, "0"], /^usage: /],
    ];
    for (const [input, args, said] of refused) expect((await issue(input, ...args)).said).toMatch(said);
  },
  COMMAND_TIMEOUT,
);
