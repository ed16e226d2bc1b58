import { sql } from "kysely";
import type { Page } from "playwright-core";
import type { FlowProcessInput } from "#contract/flow/process.ts";
import { showUser } from "#contract/session/session.ts";
import { testApp, type TestApp } from "../../../server/testing/app.ts";
import { sampleActivity } from "../../../server/testing/samples/sample-activity.ts";
import type { LoggedInPerson } from "../people.ts";

export type FlowNodes = FlowProcessInput["nodes"];
/** Activities: `form` has the open form, `task` is a step to do first, `page` is opened as a page. */
export const activityIds = {
  form: "3000000000000000001",
  task: "3000000000000000002",
  page: "3000000000000000003",
} as const;

/** A complete product in the test's own process; the test may change its rows and keys. */
export type Installation = {
  readonly app: TestApp;
  readonly origin: string;
  /** Publishes the next version of an activity's process: these nodes, then the sign-up. */
  publish(nodes: FlowNodes, isEnabled?: boolean, activityId?: string): Promise<unknown>;
  setPublished(activityId: string, isPublished: boolean): Promise<unknown>;
  execute(statement: string): Promise<unknown>;
  /** Logs in a person with this mobile number. */
  person(mobile: string, nickname: string): Promise<LoggedInPerson>;
};
/** The installation and the page in which a cause takes effect. */
export type ErrorScene = Installation & { readonly page: Page };

export async function startInstallation(): Promise<Installation> {
  const app = await testApp({ pages: "production", settings: { RATE_LIMITS: "off" } });
  const origin = await app.listen();
  const made = (activityId: string, title: string, processKey: string) =>
    sampleActivity(app.context.clock.now(), { activityId, title, processKey, nodeKey: "signup" });
  await app.modules.activities.addActivities([
    made(activityIds.form, "外滩夜跑试驾", "P1"),
    made(activityIds.task, "夜路安全课", "P2"),
    made(activityIds.page, "城西露营试驾", "P3"),
  ]);
  const step = { kind: "step" as const, nodeKey: "signup", name: "报名" };
  return {
    app,
    origin,
    publish: (nodes, isEnabled = true, activityId = activityIds.form) =>
      app.modules.flow.publish({
        activityId,
        process: { nodes: [...nodes, { ...step, after: nodes.map(({ nodeKey }) => nodeKey) }] },
        isEnabled,
      }),
    setPublished: (activityId, isPublished) =>
      sql`update activity set is_published = ${isPublished} where activity_id = ${activityId}`.execute(
        app.context.db,
      ),
    execute: (statement) => sql.raw(statement).execute(app.context.db),
    async person(mobile, nickname) {
      const { token } = await app.login(mobile, { nickname });
      return { mobile, token, userInfo: (await app.call(showUser, {}, { token })).data };
    },
  };
}
