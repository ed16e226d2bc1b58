import type { FlowProcessInput } from "#contract/flow/process.ts";
import { signUp } from "#contract/signup/signup.ts";
import type { NewActivity } from "../activity/index.ts";
import type { TestApp } from "../testing/app.ts";
import { sampleActivity } from "../testing/samples/sample-activity.ts";

export type ProcessNodes = FlowProcessInput["nodes"];

export const ownerNode = { kind: "owner" as const, nodeKey: "owner", name: "认证车主" };
export const invitedNode = {
  kind: "field" as const,
  nodeKey: "invited",
  name: "邀请",
  field: "invitation",
  oneOf: ["track"],
};
export const levelNode = {
  kind: "field" as const,
  nodeKey: "level",
  name: "会员等级",
  field: "level",
  atLeast: 3,
};
export const signUpStep = { kind: "step" as const, nodeKey: "signup", name: "报名" };

/** Returns the decoded text of a header; null if it is missing. */
export function headerOf(
  answer: { readonly headers: Readonly<Record<string, unknown>> },
  name: string,
): string | null {
  const value = answer.headers[name];
  return typeof value === "string" ? decodeURIComponent(value) : null;
}

/** Creates activities with processes, and people who sign up for them. */
export function flowFixture(app: TestApp) {
  let activityCount = 0;
  let mobileCount = 0;
  const keys = new Map<string, string>();
  /** Publishes the next version of an activity's process: these nodes, then the sign-up. */
  const publish = (activityId: string, nodes: ProcessNodes, isEnabled = true) => {
    const after = nodes.map(({ nodeKey }) => nodeKey);
    return app.modules.flow.publish({
      activityId,
      process: { nodes: [...nodes, { ...signUpStep, after }] },
      isEnabled,
    });
  };
  return {
    publish,
    /** Adds an activity with a process of these nodes before its sign-up. @param nodes null: without a process */
    async open(
      nodes: ProcessNodes | null,
      over: Partial<NewActivity> = {},
      isEnabled = true,
    ): Promise<string> {
      const activityId = `200000000000000${String(1000 + activityCount)}`;
      const processKey = `P${activityCount++}`;
      keys.set(activityId, over.processKey ?? processKey);
      const given = { activityId, processKey, nodeKey: "signup", ...over };
      await app.modules.activities.addActivities([sampleActivity(app.context.clock.now(), given)]);
      if (nodes !== null) await publish(activityId, nodes, isEnabled);
      return activityId;
    },
    keyOf: (activityId: string): string => keys.get(activityId) ?? "",
    nextMobile: (): string => `137${String(10_000_000 + mobileCount++)}`,
    /** Tries to sign up without a captcha, so that the answer shows every earlier refusal. */
    async tryAs(activityId: string, mobile: string, address?: string) {
      const { token } = await app.login(mobile);
      const body = { id: activityId, name: "林晓岚", mobile, consent: true as const };
      return app.call(signUp, body, { token, ...(address !== undefined && { address }) });
    },
    /** Signs up, with a solved captcha. */
    async signUpAs(activityId: string, mobile: string) {
      const { token } = await app.login(mobile);
      const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId }, { token });
      const body = { id: activityId, name: "林晓岚", mobile, consent: true as const };
      return app.call(signUp, body, { token, captchaVerifyId });
    },
  };
}
export type FlowFixture = ReturnType<typeof flowFixture>;
