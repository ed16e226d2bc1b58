import { sql } from "kysely";
import type { Page } from "playwright-core";
import type { FlowProcessInput } from "#contract/flow-process.ts";
import { showUser } from "#contract/session.ts";
import { testApp, type TestApp } from "../../server/testing/app.ts";
import { sampleActivity } from "../../server/testing/sample.ts";
import type { Person } from "../people.ts";

export type Nodes = FlowProcessInput["nodes"];
/** Activities: whose form is open, what is to be done first, whose page is opened. */
export const ids = {
  form: "3000000000000000001",
  task: "3000000000000000002",
  page: "3000000000000000003",
} as const;

/** A whole product in the test's own process, whose rows and keys the test may change. */
export type Installation = {
  readonly app: TestApp;
  readonly origin: string;
  /** The next version of an activity's process: these nodes, then the sign-up. */
  publish(nodes: Nodes, isEnabled?: boolean, activityId?: string): Promise<unknown>;
  setPublished(activityId: string, isPublished: boolean): Promise<unknown>;
  execute(statement: string): Promise<unknown>;
  /** Somebody with this mobile, logged in. */
  person(mobile: string, nickname: string): Promise<Person>;
};
/** Where a cause is brought about: the installation, and the page that asks it. */
export type Place = Installation & { readonly page: Page };

export async function install(): Promise<Installation> {
  const app = await testApp({ pages: "production", settings: { RATE_LIMITS: "off" } });
  const origin = await app.listen();
  const made = (activityId: string, title: string, processKey: string) =>
    sampleActivity(app.kit.clock.now(), { activityId, title, processKey, nodeKey: "signup" });
  await app.doors.activities.addActivities([
    made(ids.form, "外滩夜跑试驾", "P1"),
    made(ids.task, "夜路安全课", "P2"),
    made(ids.page, "城西露营试驾", "P3"),
  ]);
  const step = { kind: "step" as const, nodeKey: "signup", name: "报名" };
  return {
    app,
    origin,
    publish: (nodes, isEnabled = true, activityId = ids.form) =>
      app.doors.flow.publish({
        activityId,
        process: { nodes: [...nodes, { ...step, after: nodes.map(({ nodeKey }) => nodeKey) }] },
        isEnabled,
      }),
    setPublished: (activityId, isPublished) =>
      sql`update activity set is_published = ${isPublished} where activity_id = ${activityId}`.execute(
        app.kit.db,
      ),
    execute: (statement) => sql.raw(statement).execute(app.kit.db),
    async person(mobile, nickname) {
      const { token } = await app.login(mobile, { nickname });
      return { mobile, token, userInfo: (await app.call(showUser, {}, { token })).data };
    },
  };
}
