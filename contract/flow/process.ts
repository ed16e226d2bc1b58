import "../core/call.ts";
import * as z from "zod/mini";
import { sponsorLevels2 } from "../activity/labels.ts";
import { divisionCode, flowKey, id } from "../core/fields.ts";

/**
 * A process: who may take part in an activity, as an ordered graph of nodes. It is stored as JSON
 * and judged by server/flow; messages are what an operator sees at the faulty place.
 */

const shortText = (most: number) =>
  z.string("请填写文字").check(z.minLength(1, "请填写文字"), z.maxLength(most, `最多 ${most} 个字`));
const isoMoment = z.iso.datetime({ offset: true, error: "时间应带时区，如 2026-11-28T10:00:00+08:00" });

/** What every node has, whatever it asks for. */
const common = {
  nodeKey: flowKey,
  /** What it asks for, as a noun: 认证车主. */
  name: shortText(20),
  /** Nodes that come before it; without any it is a beginning. */
  after: z._default(z.array(flowKey), []),
  /** Only required nodes decide; others are shown. */
  isRequired: z._default(z.boolean("应为 true 或 false"), true),
  /** Said instead of the kind's own sentence where it does not pass. */
  remark: z.optional(shortText(60)),
  /** The next step, instead of the kind's own. */
  next: z.optional(shortText(60)),
  /** Where the next step is taken: a path of ours, or a full address of ours or of the allow-list. */
  taskLink: z.optional(shortText(500)),
  /** How it refuses, instead of the kind's own way: 602, 612, 613 or 633 (contract section 2). */
  answer: z.optional(z.enum(["task", "forbidden", "ineligible", "branch"], "拒绝方式不正确")),
};
const node = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, own: S) =>
  z.object({ ...common, ...own, kind: z.literal(kind) });

const regionCode = z.enum(Object.keys(sponsorLevels2) as [keyof typeof sponsorLevels2], "地区代码不正确");
const seriesCode = z.string("车系不正确").check(z.regex(/^[a-z0-9-]{1,20}$/, "车系不正确"));
const fieldValue = shortText(100);

export const flowNode = z.discriminatedUnion(
  "kind",
  [
    node("login", {}),
    /** A bound mobile. */
    node("mobile", {}),
    /** A verified car owner. */
    node("owner", {}),
    /** Where the caller's address is: provinces, cities, or the maker's regions. */
    node("region", {
      codes: z
        .array(z.union([divisionCode, regionCode], "地区代码不正确"))
        .check(z.minLength(1, "请选择地区")),
    }),
    /** A verified car of one of these series. */
    node("series", { codes: z.array(seriesCode).check(z.minLength(1, "请选择车系")) }),
    /** A time in which it can be passed; without both ends the activity's own sign-up. */
    node("window", { from: z.optional(isoMoment), to: z.optional(isoMoment) }),
    /** Seats left of the activity's own, or of its first `limit`. */
    node("quota", {
      limit: z.optional(z.int("名额应为整数").check(z.minimum(1, "名额应大于 0"), z.maximum(10_000_000))),
    }),
    /** A solved slider, before anything that comes after it is looked up. */
    node("captcha", {}),
    /** Signing up: for this activity, where the person is to get; for another one, which comes first. */
    node("step", { activityId: z.optional(id) }),
    /** What the operator keeps about the person: equal to one of some texts, or a number not below another. */
    node("field", {
      field: flowKey,
      oneOf: z.optional(z.array(fieldValue).check(z.minLength(1, "请填写取值"))),
      atLeast: z.optional(z.number("应为数字")),
    }),
  ],
  "节点类型不正确",
);
export type FlowNodeDefinition = z.output<typeof flowNode>;
export type FlowKind = FlowNodeDefinition["kind"];

export const flowProcess = z.object({
  nodes: z.array(flowNode).check(z.minLength(1, "至少要有一个节点"), z.maxLength(50, "最多 50 个节点")),
});
export type FlowProcessDefinition = z.output<typeof flowProcess>;
/** As it is written, with defaults left out. */
export type FlowProcessInput = z.input<typeof flowProcess>;
