import { afterAll, beforeAll, expect, test } from "vitest";
import { openCheckIn } from "#contract/check-in/check-in.ts";
import { openComplaints } from "#contract/club/complaints.ts";
import { openCompose } from "#contract/compose/compose.ts";
import { openLeads } from "#contract/lead/desk.ts";
import { signUpWriter } from "../signup/index.ts";
import { testApp, type TestApp } from "../testing/app.ts";
import { COMMAND_TIMEOUT, runCommand } from "../testing/command.ts";
import { sampleDealers } from "../testing/samples/sample-dealers.ts";
import { sampleSignUp } from "../testing/samples/sample-sign-up.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

const activityId = "1510000000000000001";
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await app.modules.activities.addActivities([
    sampleActivity(app.context.clock.now(), { activityId, activityType: "online" }),
  ]);
});
afterAll(() => app.close());

/** Runs the command and returns its output. */
const runStaffLink = (...args: string[]) => runCommand(app, ["staff-link", ...args]);

test(
  "W10 the command creates working links",
  async () => {
    const { said, isDone } = await runStaffLink("compose", activityId, "3");
    expect(isDone).toBe(true);
    const token = said.split("#")[1] ?? "";
    const answer = await app.call(openCompose, { link: token });
    expect([said.replace(token, ""), answer.status]).toEqual([
      "https://m.qinglan.example/marketing/area/activity/compose#",
      200,
    ]);
    const desk = await runStaffLink("check-in", activityId);
    expect((await app.call(openCheckIn, { link: desk.said.split("#")[1] ?? "" })).status).toBe(200);
    const judge = await runStaffLink("complaints", "3");
    expect((await app.call(openComplaints, { link: judge.said.split("#")[1] ?? "" })).status).toBe(200);
  },
  COMMAND_TIMEOUT,
);

test(
  "W10 L19 a link for one dealer or session shows only its guests; a dealer or session of another activity is refused",
  async () => {
    await app.modules.organisations.add(sampleDealers("2101", "2102", "2103"));
    const now = app.context.clock.now();
    const offline = "1510000000000000002";
    const session = { startTime: now + 1, endTime: now + 2, quota: 5, taken: 0 };
    await app.modules.activities.addActivities([
      sampleActivity(now, {
        activityId: offline,
        dealerIds: ["2101", "2102"],
        sessions: [{ ...session, sessionId: "7", dealerId: "2101" }],
      }),
    ]);
    for (const [at, over] of [{ session_id: "7" }, { name: "陈屿", dealer_id: "2102" }].entries()) {
      const { userId } = await app.login(`1375000000${at}`);
      await signUpWriter(app.context.db).add(offline, sampleSignUp(userId, over));
    }
    const link = await runStaffLink("check-in", offline, "3", "--dealer", "2102");
    const opened = await app.call(openCheckIn, { link: link.said.split("#")[1] ?? "" });
    expect(opened.data.dealerName).toBe("门店 2102");
    expect(opened.data.guests.map(({ name }) => name)).toEqual(["陈屿"]);
    expect((await runStaffLink("check-in", offline, "--session", "7", "--dealer", "2101")).isDone).toBe(true);
    const [newest] = await app.modules.checkIns.listLinks();
    expect(newest).toMatchObject({ activityId: offline, sessionId: "7", dealerId: "2101" });
    const refused: [string[], string][] = [
      [["check-in", "404"], "there is no such activity"],
      [["check-in", offline, "--session", "8"], "the activity has no such session"],
      [["check-in", offline, "--dealer", "2103"], "the dealer does not belong to the activity"],
      [["check-in", offline, "--session", "7", "--dealer", "2102"], "the session belongs to another dealer"],
      [["compose", offline], "only online activities have a composed page"],
    ];
    for (const [args, why] of refused)
      expect(await runStaffLink(...args)).toEqual({ isDone: false, said: why });
    // A link created for such a page earlier is not valid.
    const old = await app.modules.compose.addLink({ activityId: offline });
    expect((await app.call(openCompose, { link: old })).status).toBe(404);
  },
  COMMAND_TIMEOUT,
);

test(
  "M01 W10 the command creates links to an activity's leads, or to those of one dealer",
  async () => {
    const [dealer] = [{ id: "7001", code: "D1", name: "青岚中心", status: "BC500001", address: "" }];
    const place = { phone: "", provinceCode: "310000", cityCode: "310100", longitude: 121, latitude: 31 };
    await app.modules.organisations.add([{ ...dealer, ...place }]);
    const { said } = await runStaffLink("leads", activityId, "3", "--dealer", "7001");
    const [address, link = ""] = said.split("#");
    const { dealerName } = (await app.call(openLeads, { link })).data;
    expect([address, dealerName]).toEqual([
      "https://m.qinglan.example/marketing/area/activity/check-in/leads",
      "青岚中心",
    ]);
    const whole = await runStaffLink("leads", activityId);
    const answer = await app.call(openLeads, { link: whole.said.split("#")[1] ?? "" });
    expect(answer.data.dealerName).toBeNull();
    expect(await runStaffLink("leads", "404")).toEqual({ isDone: false, said: "there is no such activity" });
    const stranger = await runStaffLink("leads", activityId, "--dealer", "7999");
    expect(stranger).toEqual({ isDone: false, said: "there is no such dealer" });
  },
  COMMAND_TIMEOUT,
);

test(
  "W10 the command prints its usage for unknown arguments",
  async () => {
    const wrong = [
      ["compose", "no id"],
      ["list", "nothing"],
      ["revoke", "compose", "x"],
      ["compose", activityId, "--dealer", "1"],
      ["leads", activityId, "--dealer"],
      ["leads", activityId, "--session", "1"],
      [],
    ];
    const said = await Promise.all(wrong.map((args) => runStaffLink(...args)));
    expect(said.map((one) => [one.isDone, one.said.split(" ")[0]])).toEqual(
      wrong.map(() => [false, "usage:"]),
    );
  },
  COMMAND_TIMEOUT,
);

test(
  "W10 L19 the command lists links and revokes one, once",
  async () => {
    const token = await app.modules.compose.addLink({ activityId, days: 3 });
    const { linkId } = (await app.modules.compose.links())[0] ?? { linkId: "none" };
    const listed = await runStaffLink("list", "compose");
    const revoked = [
      await runStaffLink("revoke", "compose", linkId),
      await runStaffLink("revoke", "compose", linkId),
    ];
    expect(listed.said).toContain(`${linkId}  created `);
    expect(listed.said).not.toContain(token);
    expect(revoked.map(({ said }) => said)).toEqual(["revoked", "link not found or already revoked"]);
    expect((await app.call(openCompose, { link: token })).status).toBe(404);
  },
  COMMAND_TIMEOUT,
);
