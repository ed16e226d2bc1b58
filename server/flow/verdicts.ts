import type { RefusalName } from "#contract/errors.ts";
import { refusals } from "#contract/errors.ts";
import type { FlowKind, FlowNodeDefinition } from "#contract/flow-process.ts";
import { maskMobile } from "#contract/mask-mobile.ts";
import { regionOfCode } from "#contract/regions.ts";
import type { Facts, Person } from "./facts.ts";
import { words } from "./words.ts";

/** How a node stands for a person. */
export type Verdict = {
  readonly state: "pass" | "fail" | "unknown";
  readonly remark: string;
  /** The person's own value, in words; made for whoever explains. */
  readonly value?: string | (() => string);
  readonly next?: string;
  readonly taskLink?: string;
  /** How an attempt is refused where it does not pass. */
  readonly refusal?: RefusalName;
};

const shownTime = (ms: number): string =>
  new Intl.DateTimeFormat("zh-CN", {
    timeZone: "Asia/Shanghai",
    month: "long",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
  }).format(ms);

type Own = Pick<Verdict, "value">;
const pass = (remark: string, own: Own = {}): Verdict => ({ state: "pass", remark, ...own });
const fail = (refusal: RefusalName, remark: string, next: string, own: Own = {}): Verdict => ({
  state: "fail",
  refusal,
  remark,
  next,
  ...own,
});
/** The node itself cannot be judged: nobody's fault but ours. */
const broken = (refusal: "executionFailed608" | "taskFailed"): Verdict => ({
  state: "fail",
  refusal,
  remark: refusals[refusal].message,
});

type Of<K extends FlowKind> = Extract<FlowNodeDefinition, { kind: K }>;
/** Judges a kind that can be judged for a visitor too. */
type Judge<K extends FlowKind> = (node: Of<K>, facts: Facts) => Verdict;
/** Judges a kind that asks something of the person. */
type JudgePerson<K extends FlowKind> = (node: Of<K>, person: Person, facts: Facts) => Verdict;

const window: Judge<"window"> = ({ from, to }, { now, activity }) => {
  const isSignUp = from === undefined && to === undefined;
  const opens = isSignUp ? activity.signUpStartTime : from === undefined ? -Infinity : Date.parse(from);
  const closes = isSignUp ? activity.signUpEndTime : to === undefined ? Infinity : Date.parse(to);
  const says = words.window;
  if (now < opens) {
    const when = shownTime(opens);
    return fail("flowBranch", isSignUp ? says.soonSignUp(when) : says.soon(when), says.wait(when));
  }
  if (now >= closes) return fail("flowBranch", isSignUp ? says.overSignUp : says.over, says.others);
  return pass(isSignUp ? says.passSignUp : says.pass);
};

const quota: Judge<"quota"> = ({ limit }, { activity }) => {
  const seats = Math.min(limit ?? Infinity, activity.quota ?? Infinity);
  if (activity.taken < seats)
    return pass(Number.isFinite(seats) ? words.quota.left(seats - activity.taken) : words.quota.noLimit);
  const isOwnLimit = limit !== undefined && seats === limit;
  return fail("flowBranch", isOwnLimit ? words.quota.failFirst(limit) : words.quota.fail, words.quota.next);
};

/** A province, a city, or a region of the maker. */
const region: Judge<"region"> = ({ codes, name }, { place }) => {
  const { province, provinceId, city, cityId } = place;
  const ownRegion: string | null = regionOfCode(provinceId);
  const isIn = codes.some((code) => code === provinceId || code === cityId || code === ownRegion);
  const own = { value: words.region.own(province === city ? city : province + city) };
  return isIn
    ? pass(words.region.pass(name), own)
    : fail("notEligible", words.region.fail(name), words.region.next, own);
};

const captcha: Judge<"captcha"> = (_node, { hasCaptcha }) => {
  if (hasCaptcha === null) return pass(words.captcha.later);
  if (hasCaptcha) return pass(words.captcha.pass);
  return fail("captchaRequired", words.captcha.fail, words.captcha.later);
};

const mobile: JudgePerson<"mobile"> = (_node, person, { bindLink }) =>
  !person.hasMobile
    ? {
        ...fail("mobileRequired", words.mobile.fail, words.mobile.next, { value: words.mobile.none }),
        taskLink: bindLink,
      }
    : pass(words.mobile.pass, { value: () => words.mobile.own(maskMobile(person.mobile ?? "")) });

const owner: JudgePerson<"owner"> = (_node, { owner: isOwner }, { ownerLink }) => {
  const own = { value: words.owner.own(isOwner) };
  if (isOwner) return pass(words.owner.pass, own);
  return { ...fail("notEligible", words.owner.fail, words.owner.next, own), taskLink: ownerLink };
};

const series: JudgePerson<"series"> = ({ codes, name }, { seriesCodes }, { seriesNames, ownerLink }) => {
  const names = seriesCodes.map((code) => seriesNames.get(code) ?? code);
  const own = { value: names.length > 0 ? words.series.own(names) : words.series.none };
  return seriesCodes.some((code) => codes.includes(code))
    ? pass(words.series.pass, own)
    : { ...fail("notEligible", words.series.fail(name), words.series.next, own), taskLink: ownerLink };
};

const step: JudgePerson<"step"> = ({ activityId }, _person, { signedUp, tasks, activity }) => {
  const wanted = activityId ?? activity.activityId;
  const task = tasks.get(wanted);
  if (task && signedUp.has(wanted)) return pass(words.step.pass(task.title));
  if (!task || task.link === null) return broken("taskFailed");
  const refused = fail("taskRequired", words.step.fail(task.title), words.step.next, {
    value: words.step.own,
  });
  return { ...refused, taskLink: task.link };
};

const field: JudgePerson<"field"> = ({ field: key, name, oneOf, atLeast }, _person, { fields }) => {
  const found = fields.get(key);
  const says = words.field;
  if (found === undefined)
    return fail("noPermission", says.fail(name), says.next, { value: says.none(name) });
  if (atLeast !== undefined && !/^-?\d+(\.\d+)?$/.test(found)) return broken("executionFailed608");
  const isRight =
    (oneOf === undefined || oneOf.includes(found)) && (atLeast === undefined || Number(found) >= atLeast);
  const own = { value: says.own(name, found) };
  return isRight ? pass(says.pass, own) : fail("noPermission", says.fail(name), says.next, own);
};

function judgeForAnybody(node: FlowNodeDefinition, facts: Facts): Verdict | null {
  switch (node.kind) {
    case "login":
      return facts.person
        ? pass(words.login.pass)
        : fail("unauthenticated", words.login.fail, words.login.next);
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

function judgeForPerson(node: FlowNodeDefinition, person: Person, facts: Facts): Verdict {
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
      throw new Error(`nobody judges a node of kind ${node.kind}`);
  }
}

const answers = {
  task: "taskRequired",
  forbidden: "noPermission",
  ineligible: "notEligible",
  branch: "flowBranch",
} as const satisfies Record<string, RefusalName>;
/** Refusals that a node's own `answer` does not replace. */
const fixed: readonly RefusalName[] = [
  "unauthenticated",
  "captchaRequired",
  "executionFailed608",
  "taskFailed",
];

/** A failed verdict in the words, with the link and by the answer that the node brings of its own. */
function inOwnWords(node: FlowNodeDefinition, verdict: Verdict, facts: Facts): Verdict {
  const { refusal } = verdict;
  if (refusal === "executionFailed608" || refusal === "taskFailed") return verdict;
  const link = node.taskLink === undefined ? verdict.taskLink : facts.resolveLink(node.taskLink);
  // A place that nobody may be sent to is no task.
  if (link === null) return broken("taskFailed");
  const answer = refusal && node.answer && !fixed.includes(refusal) ? answers[node.answer] : refusal;
  return {
    ...verdict,
    ...(answer && { refusal: answer }),
    remark: node.remark ?? verdict.remark,
    ...(node.next !== undefined && { next: node.next }),
    ...(link !== undefined && { taskLink: link }),
  };
}

/** How one node stands; pure. */
export function judgeNode(node: FlowNodeDefinition, facts: Facts): Verdict {
  const verdict =
    judgeForAnybody(node, facts) ??
    (facts.person
      ? judgeForPerson(node, facts.person, facts)
      : ({ state: "unknown", remark: words.unknown, refusal: "unauthenticated" } satisfies Verdict));
  return verdict.state === "fail" ? inOwnWords(node, verdict, facts) : verdict;
}
