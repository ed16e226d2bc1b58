import "../core/call.ts";
import * as z from "zod/mini";
import { sponsorLevels2 } from "../activity/sponsors.ts";
import { divisionCode, flowKey, id, upTo, visible } from "../core/fields.ts";

/**
 * A process: the conditions for taking part in an activity, as an ordered graph of nodes. It is stored as
 * JSON and evaluated by server/flow; messages are shown to an operator at the invalid place.
 */

const shortText = (max: number) => z.string("请填写文字").check(visible("请填写文字"), upTo(max));
const isoTimestamp = z.iso.datetime({ offset: true, error: "时间应带时区，如 2026-11-28T10:00:00+08:00" });

/** Fields common to all kinds of nodes. */
const commonFields = {
  nodeKey: flowKey,
  /** Requirement of the node, as a noun: 认证车主. */
  name: shortText(20),
  /** Nodes that precede it; a node without any is a starting node. */
  after: z._default(z.array(flowKey), []),
  /** Only required nodes are decisive; others are shown for information. */
  isRequired: z._default(z.boolean("应为 true 或 false"), true),
  /** Replaces the kind's default sentence if the node does not pass. */
  remark: z.optional(shortText(60)),
  /** Replaces the kind's default next step. */
  next: z.optional(shortText(60)),
  /** Address of the next step: a path of ours, or a full address of ours or of the allow-list. */
  taskLink: z.optional(shortText(500)),
  /** Replaces the kind's default refusal: 602, 612, 613 or 633 (contract section 2). */
  answer: z.optional(z.enum(["task", "forbidden", "ineligible", "branch"], "拒绝方式不正确")),
};
const node = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, own: S) =>
  z.object({ ...commonFields, ...own, kind: z.literal(kind) });

const regionCode = z.enum(Object.keys(sponsorLevels2) as [keyof typeof sponsorLevels2], "地区代码不正确");
const seriesCode = z.string("车系不正确").check(z.regex(/^[a-z0-9-]{1,20}$/, "车系不正确"));
const fieldValue = shortText(100);

const flowNode = z.discriminatedUnion(
  "kind",
  [
    node("login", {}),
    /** A bound mobile. */
    node("mobile", {}),
    /** A verified car owner. */
    node("owner", {}),
    /** Location of the caller's network address: provinces, cities, or the maker's regions. */
    node("region", {
      codes: z
        .array(z.union([divisionCode, regionCode], "地区代码不正确"))
        .check(z.minLength(1, "请选择地区")),
    }),
    /** A verified car of one of these series. */
    node("series", { codes: z.array(seriesCode).check(z.minLength(1, "请选择车系")) }),
    /** A time window in which it passes; without both ends the activity's own sign-up period. */
    node("window", { from: z.optional(isoTimestamp), to: z.optional(isoTimestamp) }),
    /** Seats left in the activity's quota, or in its first `limit` seats. */
    node("quota", {
      limit: z.optional(z.int("名额应为整数").check(z.minimum(1, "名额应大于 0"), z.maximum(10_000_000))),
    }),
    /** A solved slider captcha, required before any later node is evaluated. */
    node("captcha", {}),
    /** Signing up: for this activity, the goal of the process; for another one, a precondition. */
    node("step", { activityId: z.optional(id) }),
    /**
     * A field about the person in the operator's data: equal to one of some texts, or a number of at least
     * `atLeast`.
     */
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
/** Input form of a process, with defaults omitted. */
export type FlowProcessInput = z.input<typeof flowProcess>;
