import type { RefusalName } from "#contract/core/errors.ts";
import { refusalTerms } from "#contract/core/errors.ts";
import { formatDateTime } from "#contract/core/date-text.ts";
import type { FlowKind, FlowNodeDefinition } from "#contract/flow/process.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { regionOfCode } from "#contract/activity/regions.ts";
import type { FlowFacts, FlowPerson } from "./facts.ts";
import { flowMessages } from "../messages.ts";

/** The verdict of a node for a person. */
export type NodeVerdict = {
  readonly state: "pass" | "fail" | "unknown";
  readonly remark: string;
  /** The person's own value as a text; a function if it costs something and only explanations need it. */
  readonly value?: string | (() => string);
  readonly next?: string;
  readonly taskLink?: string;
  /** The refusal of an attempt if the node does not pass. */
  readonly refusal?: RefusalName;
};

type Own = Pick<NodeVerdict, "value">;
const pass = (remark: string, own: Own = {}): NodeVerdict => ({ state: "pass", remark, ...own });
const fail = (refusal: RefusalName, remark: string, next: string, own: Own = {}): NodeVerdict => ({
  state: "fail",
  refusal,
  remark,
  next,
  ...own,
});
/** The verdict if the node itself cannot be evaluated: an error of the configuration, not of the person. */
const broken = (refusal: "executionFailed608" | "taskFailed"): NodeVerdict => ({
  state: "fail",
  refusal,
  remark: refusalTerms(refusal).message,
});

type Of<K extends FlowKind> = Extract<FlowNodeDefinition, { kind: K }>;
/** Evaluates a kind that does not depend on the person. */
type Judge<K extends FlowKind> = (node: Of<K>, facts: FlowFacts) => NodeVerdict;
/** Evaluates a kind that depends on the person. */
type JudgePerson<K extends FlowKind> = (node: Of<K>, person: FlowPerson, facts: FlowFacts) => NodeVerdict;

const window: Judge<"window"> = ({ from, to }, { now, activity }) => {
  const isSignUp = from === undefined && to === undefined;
  const opens = isSignUp ? activity.signUpStartTime : from === undefined ? -Infinity : Date.parse(from);
  const closes = isSignUp ? activity.signUpEndTime : to === undefined ? Infinity : Date.parse(to);
  const messages = flowMessages.window;
  if (now < opens) {
    const when = formatDateTime(opens);
    const remark = isSignUp ? messages.soonSignUp(when) : messages.soon(when);
    return fail("flowBranch", remark, messages.wait(when));
  }
  if (now >= closes)
    return fail("flowBranch", isSignUp ? messages.overSignUp : messages.over, messages.others);
  return pass(isSignUp ? messages.passSignUp : messages.pass);
};

const quota: Judge<"quota"> = ({ limit }, { activity }) => {
  const seats = Math.min(limit ?? Infinity, activity.quota ?? Infinity);
  if (activity.taken < seats)
    return pass(
      Number.isFinite(seats) ? flowMessages.quota.left(seats - activity.taken) : flowMessages.quota.noLimit,
    );
  const isOwnLimit = limit !== undefined && seats === limit;
  return fail(
    "flowBranch",
    isOwnLimit ? flowMessages.quota.failFirst(limit) : flowMessages.quota.fail,
    flowMessages.quota.next,
  );
};

/** Codes are provinces, cities, or regions of the maker. */
const region: Judge<"region"> = ({ codes, name }, { place }) => {
  const { province, provinceId, city, cityId } = place;
  const ownRegion: string | null = regionOfCode(provinceId);
  const isIn = codes.some((code) => code === provinceId || code === cityId || code === ownRegion);
  const own = { value: flowMessages.region.own(province === city ? city : province + city) };
  return isIn
    ? pass(flowMessages.region.pass(name), own)
    : fail("notEligible", flowMessages.region.fail(name), flowMessages.region.next, own);
};

const captcha: Judge<"captcha"> = (_node, { hasCaptcha }) => {
  if (hasCaptcha === null) return pass(flowMessages.captcha.later);
  if (hasCaptcha) return pass(flowMessages.captcha.pass);
  return fail("captchaRequired", flowMessages.captcha.fail, flowMessages.captcha.later);
};

const mobile: JudgePerson<"mobile"> = (_node, person, { bindLink }) =>
  !person.hasMobile
    ? {
        ...fail("mobileRequired", flowMessages.mobile.fail, flowMessages.mobile.next, {
          value: flowMessages.mobile.none,
        }),
        taskLink: bindLink,
      }
    : pass(flowMessages.mobile.pass, {
        value: () => flowMessages.mobile.own(maskMobile(person.mobile ?? "")),
      });

const owner: JudgePerson<"owner"> = (_node, { owner: isOwner }, { ownerLink }) => {
  const own = { value: flowMessages.owner.own(isOwner) };
  if (isOwner) return pass(flowMessages.owner.pass, own);
  return {
    ...fail("notEligible", flowMessages.owner.fail, flowMessages.owner.next, own),
    taskLink: ownerLink,
  };
};

const series: JudgePerson<"series"> = ({ codes, name }, { seriesCodes }, { seriesNames, ownerLink }) => {
  const names = seriesCodes.map((code) => seriesNames.get(code) ?? code);
  const own = { value: names.length > 0 ? flowMessages.series.own(names) : flowMessages.series.none };
  return seriesCodes.some((code) => codes.includes(code))
    ? pass(flowMessages.series.pass, own)
    : {
        ...fail("notEligible", flowMessages.series.fail(name), flowMessages.series.next, own),
        taskLink: ownerLink,
      };
};

const step: JudgePerson<"step"> = ({ activityId }, _person, { signedUp, tasks, activity }) => {
  const requiredId = activityId ?? activity.activityId;
  const task = tasks.get(requiredId);
  if (task && signedUp.has(requiredId)) return pass(flowMessages.step.pass(task.title));
  if (!task || task.link === null) return broken("taskFailed");
  const verdict = fail("taskRequired", flowMessages.step.fail(task.title), flowMessages.step.next, {
    value: flowMessages.step.own,
  });
  return { ...verdict, taskLink: task.link };
};

const field: JudgePerson<"field"> = ({ field: key, name, oneOf, atLeast }, _person, { fields }) => {
  const found = fields.get(key);
  const messages = flowMessages.field;
  if (found === undefined)
    return fail("noPermission", messages.fail(name), messages.next, { value: messages.none(name) });
  if (atLeast !== undefined && !/^-?\d+(\.\d+)?$/.test(found)) return broken("executionFailed608");
  const isAccepted =
    (oneOf === undefined || oneOf.includes(found)) && (atLeast === undefined || Number(found) >= atLeast);
  const own = { value: messages.own(name, found) };
  return isAccepted
    ? pass(messages.pass, own)
    : fail("noPermission", messages.fail(name), messages.next, own);
};

function judgeWithoutPerson(node: FlowNodeDefinition, facts: FlowFacts): NodeVerdict | null {
  switch (node.kind) {
    case "login":
      return facts.person
        ? pass(flowMessages.login.pass)
        : fail("unauthenticated", flowMessages.login.fail, flowMessages.login.next);
    case "window":
      return window(node, facts);
    case "quota":
      return quota(node, facts);
    case "region":
      return region(node, facts);
    case "captcha":
      return captcha(node, facts);
    default:
      return null;
  }
}

function judgeForPerson(node: FlowNodeDefinition, person: FlowPerson, facts: FlowFacts): NodeVerdict {
  switch (node.kind) {
    case "mobile":
      return mobile(node, person, facts);
    case "owner":
      return owner(node, person, facts);
    case "series":
      return series(node, person, facts);
    case "step":
      return step(node, person, facts);
    case "field":
      return field(node, person, facts);
    default:
      throw new Error(`no rule for nodes of kind ${node.kind}`);
  }
}

const answers = {
  task: "taskRequired",
  forbidden: "noPermission",
  ineligible: "notEligible",
  branch: "flowBranch",
} as const satisfies Record<string, RefusalName>;
/** Refusals that a node's own `answer` does not replace. */
const fixedRefusals: readonly RefusalName[] = [
  "unauthenticated",
  "captchaRequired",
  "executionFailed608",
  "taskFailed",
];

/** Replaces text, link and refusal of a failed verdict by those of the node's definition. */
function withNodeOverrides(node: FlowNodeDefinition, verdict: NodeVerdict, facts: FlowFacts): NodeVerdict {
  const { refusal } = verdict;
  if (refusal === "executionFailed608" || refusal === "taskFailed") return verdict;
  const link = node.taskLink === undefined ? verdict.taskLink : facts.resolveLink(node.taskLink);
  // People may not be sent to this address, so the task cannot be done.
  if (link === null) return broken("taskFailed");
  const answer = refusal && node.answer && !fixedRefusals.includes(refusal) ? answers[node.answer] : refusal;
  return {
    ...verdict,
    ...(answer && { refusal: answer }),
    remark: node.remark ?? verdict.remark,
    ...(node.next !== undefined && { next: node.next }),
    ...(link !== undefined && { taskLink: link }),
  };
}

/** Evaluates one node; a pure function. */
export function judgeNode(node: FlowNodeDefinition, facts: FlowFacts): NodeVerdict {
  const verdict =
    judgeWithoutPerson(node, facts) ??
    (facts.person
      ? judgeForPerson(node, facts.person, facts)
      : ({
          state: "unknown",
          remark: flowMessages.unknown,
          refusal: "unauthenticated",
        } satisfies NodeVerdict));
  return verdict.state === "fail" ? withNodeOverrides(node, verdict, facts) : verdict;
}
