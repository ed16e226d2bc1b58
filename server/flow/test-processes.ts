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

/** A header's text as the contract sends it; null where there is none. */
export function headerOf(
  answer: { readonly headers: Readonly<Record<string, unknown>> },
  name: string,
): string | null {
  const value = answer.headers[name];
  return typeof value === "string" ? decodeURIComponent(value) : null;
}

/** Activities with processes, and people who want to sign up for them. */
export function flowFixture(app: TestApp) {
  let made = 0;
  let people = 0;
  const keys = new Map<string, string>();
  /** The next version of an activity's process: these nodes, then the sign-up. */
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
    /** A new activity with a process of these nodes before its sign-up; null: without a process. */
    async open(
      nodes: ProcessNodes | null,
      over: Partial<NewActivity> = {},
      isEnabled = true,
    ): Promise<string> {
      const activityId = `200000000000000${String(1000 + made)}`;
      const processKey = `P${made++}`;
      keys.set(activityId, over.processKey ?? processKey);
      const given = { activityId, processKey, nodeKey: "signup", ...over };
      await app.modules.activities.addActivities([sampleActivity(app.context.clock.now(), given)]);
      if (nodes !== null) await publish(activityId, nodes, isEnabled);
      return activityId;
    },
    keyOf: (activityId: string): string => keys.get(activityId) ?? "",
    nextMobile: (): string => `137${String(10_000_000 + people++)}`,
    /** What somebody is told at the sign-up; without a captcha, which everything else comes before. */
    async tryAs(activityId: string, mobile: string, address?: string) {
      const { token } = await app.login(mobile);
      const body = { id: activityId, name: "林晓岚", mobile, consent: true as const };
      return app.call(signUp, body, { token, ...(address !== undefined && { address }) });
    },
    /** A whole sign-up, with the slider. */
    async signUpAs(activityId: string, mobile: string) {
      const { token } = await app.login(mobile);
      const captchaVerifyId = await app.solveCaptcha({ action: "signup", activityId }, { token });
      const body = { id: activityId, name: "林晓岚", mobile, consent: true as const };
      return app.call(signUp, body, { token, captchaVerifyId });
    },
  };
}
export type FlowFixture = ReturnType<typeof flowFixture>;
