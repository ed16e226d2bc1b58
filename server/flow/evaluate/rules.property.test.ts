import fc from "fast-check";
import { expect, test } from "vitest";
import type { FlowNodeDefinition, FlowProcessDefinition } from "#contract/flow/process.ts";
import { defaultPlace } from "#contract/core/limits.ts";
import type { FlowFacts, FlowActivity } from "./facts.ts";
import { graphProblems } from "../process-graph.ts";
import {
  firstFailingOnPath,
  firstFailing,
  judgePath,
  flowPathOf,
  nodeRefusal,
  nodeStateOf,
  flowStatusOf,
} from "./rules.ts";
import { testActivity, testTime } from "../test-facts.ts";

/** Random people and processes are evaluated by the engine and by an independent oracle. */
const RUNS = 10_000;
const SEED = 20_261_121;
const HOUR = 3_600_000;

/** A person with texts that no other person has, so that a leak is noticed. */
type RandomPerson = {
  readonly mark: string;
  readonly hasMobile: boolean;
  readonly owner: boolean;
  readonly series: readonly string[];
  readonly cityId: string;
  readonly level: number | null;
  readonly steps: readonly string[];
};
const provinces = ["310000", "110000", "440000"];
const randomPerson = (at: number): fc.Arbitrary<RandomPerson> =>
  fc.record({
    mark: fc.constant(`M${at}K`),
    hasMobile: fc.boolean(),
    owner: fc.boolean(),
    series: fc.subarray(["yuanshan", "xingyun"]).map((codes) => [...codes, `only-${at}`]),
    cityId: fc.constantFrom("310100", "110100", "440100", "440300"),
    level: fc.option(fc.integer({ min: 0, max: 6 })),
    steps: fc.subarray(["2", "3"]),
  });
const people = fc.tuple(...Array.from({ length: 4 }, (_, at) => randomPerson(at)));

/** Full and masked number of a person, unique to them. */
const mobileOf = (at: number): string => `1${at + 3}${at}${"0".repeat(4)}${String(at).repeat(4)}`;
const maskOf = (at: number): string => `1${at + 3}${at}****${String(at).repeat(4)}`;

const own = fc.oneof(
  ...(["login", "mobile", "owner", "captcha"] as const).map((kind) => fc.record({ kind: fc.constant(kind) })),
  fc.record({
    kind: fc.constant("region" as const),
    codes: fc.subarray([...provinces, "440300", "VWSA400000"] as const, { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant("series" as const),
    codes: fc.subarray(["yuanshan", "xingyun"], { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant("window" as const),
    from: fc.option(fc.integer({ min: -3, max: 3 }).map(hoursOn), { nil: undefined }),
    to: fc.option(fc.integer({ min: -3, max: 3 }).map(hoursOn), { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant("quota" as const),
    limit: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant("step" as const), activityId: fc.constantFrom("2", "3") }),
  fc.record({
    kind: fc.constant("field" as const),
    field: fc.constant("level"),
    oneOf: fc.constant(undefined),
    atLeast: fc.integer({ min: 0, max: 6 }),
  }),
);
function hoursOn(hours: number): string {
  return new Date(testTime + hours * HOUR).toISOString();
}

/** An acyclic graph with its nodes in random order; the node generated last is the target. */
const process: fc.Arbitrary<{ process: FlowProcessDefinition; target: string }> = fc
  .array(fc.tuple(own, fc.boolean(), fc.infiniteStream(fc.boolean())), { minLength: 1, maxLength: 7 })
  .chain((made) => {
    const nodes = made.map(([node, isRequired, edges], at) => ({
      ...node,
      nodeKey: `n${at}`,
      name: `条件${at}`,
      after: made.slice(0, at).flatMap((_, before) => (edges.next().value ? [`n${before}`] : [])),
      isRequired,
    })) as FlowNodeDefinition[];
    return fc.record({
      process: fc
        .shuffledSubarray(nodes, { minLength: nodes.length })
        .map((listed) => ({ nodes: [...listed] })),
      target: fc.constant(`n${made.length - 1}`),
    });
  })
  .filter(({ process: made }) => Object.keys(graphProblems(made)).length === 0);

const activity: fc.Arbitrary<FlowActivity> = fc
  .record({
    isOffline: fc.boolean(),
    opens: fc.integer({ min: -3, max: 1 }),
    lasts: fc.integer({ min: 1, max: 4 }),
    quota: fc.option(fc.integer({ min: 0, max: 12 })),
    taken: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ isOffline, opens, lasts, quota, taken }) =>
    testActivity({
      isOffline,
      signUpStartTime: testTime + opens * HOUR,
      signUpEndTime: testTime + (opens + lasts) * HOUR,
      quota,
      taken,
    }),
  );

/** Builds the facts about one of the people. */
function factsOf(
  world: readonly RandomPerson[],
  at: number | null,
  about: Pick<FlowFacts, "activity" | "hasCaptcha">,
): FlowFacts {
  const one = at === null ? null : (world[at] ?? null);
  const cityId = one?.cityId ?? "310100";
  return {
    ...about,
    now: testTime,
    person: one && {
      hasMobile: one.hasMobile,
      mobile: one.hasMobile ? mobileOf(at ?? 0) : null,
      owner: one.owner,
      seriesCodes: one.series,
    },
    place: {
      ...defaultPlace,
      cityId,
      provinceId: `${cityId.slice(0, 2)}0000`,
      province: `${one?.mark ?? "V"}省`,
      city: `${one?.mark ?? "V"}市`,
    },
    signedUp: new Set(one?.steps),
    tasks: new Map(
      ["2", "3"].map((id) => [id, { title: `活动${id}`, link: `https://m.example/online/${id}` }]),
    ),
    fields: new Map(typeof one?.level !== "number" ? [] : [["level", String(one.level)]]),
    seriesNames: new Map(world.map(({ mark }, number) => [`only-${number}`, `${mark}车`])),
    bindLink: "https://m.example/bind",
    ownerLink: "https://m.example/owner",
    resolveLink: (link) => link,
  };
}

/** The oracle: whether a person passes a node, by the definition of each kind. */
function mayPass(
  node: FlowNodeDefinition,
  one: RandomPerson | null,
  about: Pick<FlowFacts, "activity" | "hasCaptcha">,
): boolean {
  const { activity: given, hasCaptcha } = about;
  const province = (one?.cityId ?? "310100").slice(0, 2);
  switch (node.kind) {
    case "login":
      return one !== null;
    case "mobile":
      return one?.hasMobile === true;
    case "owner":
      return one?.owner === true;
    case "captcha":
      return hasCaptcha !== false;
    case "region":
      return node.codes.some((code) =>
        code === "VWSA400000"
          ? province === "31"
          : code.endsWith("0000")
            ? code.startsWith(province)
            : code === (one?.cityId ?? "310100"),
      );
    case "series":
      return one?.series.some((code) => node.codes.includes(code)) === true;
    case "window": {
      const { from, to } = node;
      if (from === undefined && to === undefined)
        return given.signUpStartTime <= testTime && testTime < given.signUpEndTime;
      return (
        (from === undefined || Date.parse(from) <= testTime) &&
        (to === undefined || testTime < Date.parse(to))
      );
    }
    case "quota":
      return (
        (node.limit === undefined || given.taken < node.limit) &&
        (given.quota === null || given.taken < given.quota)
      );
    case "step":
      return one?.steps.includes(node.activityId ?? "") === true;
    case "field":
      return one !== null && one.level !== null && one.level >= (node.atLeast ?? 0);
  }
}

/** The target and all nodes before it, found by following edges. */
function ancestors({ nodes }: FlowProcessDefinition, target: string): Set<string> {
  const found = new Set([target]);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const { nodeKey, after } of nodes) if (found.has(nodeKey)) for (const key of after) found.add(key);
  }
  return found;
}

test(`N11 ${RUNS} random people and processes: a person passes if every required node passes, the first failing node decides, and no values of others are shown`, () => {
  const counts = { passed: 0, refused: 0 };
  fc.assert(
    fc.property(
      people,
      fc.option(fc.integer({ min: 0, max: 3 })),
      process,
      activity,
      fc.constantFrom(null, true, false),
      (world, at, { process: made, target }, given, hasCaptcha) => {
        const one = at === null ? null : (world[at] ?? null);
        const about = { activity: given, hasCaptcha };
        const facts = factsOf(world, at, about);
        const path = flowPathOf(made, target, given, "signup");
        if (path === null) throw new Error("the target is a node of the process");

        // The path has the target and its ancestors in topological order, and the base conditions.
        const expectedKeys = ancestors(made, target);
        const keys = path.map(({ nodeKey }) => nodeKey);
        expect(new Set(keys.filter((key) => !key.startsWith("base-")))).toEqual(expectedKeys);
        for (const node of path)
          for (const key of node.after) expect(keys.indexOf(key)).toBeLessThan(keys.indexOf(node.nodeKey));
        const baseHolds =
          one !== null &&
          given.signUpStartTime <= testTime &&
          testTime < given.signUpEndTime &&
          (!given.isOffline || one.hasMobile) &&
          (given.quota === null || given.taken < given.quota);

        // The decision agrees with the oracle.
        const required = made.nodes.filter(
          ({ nodeKey, isRequired }) => isRequired && expectedKeys.has(nodeKey),
        );
        const shouldPass = baseHolds && required.every((node) => mayPass(node, one, about));
        const judged = judgePath(path, facts);
        const failing = firstFailingOnPath(path, facts);
        expect(failing === null).toBe(shouldPass);
        counts[shouldPass ? "passed" : "refused"]++;

        // Explanation and decision agree in node, refusal and status.
        expect(failing).toEqual(firstFailing(judged));
        const firstBarred = path.find(
          ({ isRequired, ...node }) => isRequired && !mayPass(node as never, one, about),
        );
        expect(failing?.node.nodeKey).toBe(firstBarred?.nodeKey);
        for (const { node, verdict } of judged)
          expect([node.nodeKey, verdict.state === "pass"]).toEqual([node.nodeKey, mayPass(node, one, about)]);
        // A mere question attempts nothing, so no captcha is missing.
        const asking = { ...facts, hasCaptcha: null };
        const status = flowStatusOf(judgePath(path, asking), false);
        const barring = firstFailingOnPath(path, asking)?.node.nodeKey;
        expect([status.status === "pass", status.node?.nodeKey]).toEqual([barring === undefined, barring]);

        // No values of others are shown, and the own mobile only masked.
        const refusal = failing && nodeRefusal(failing);
        const shown = JSON.stringify([
          judged.map(nodeStateOf),
          refusal?.data,
          refusal?.message,
          refusal?.headers,
        ]);
        world.forEach(({ mark }, number) => {
          expect(shown).not.toContain(mobileOf(number));
          if (number === at) return;
          expect(shown).not.toContain(maskOf(number));
          expect(shown).not.toContain(mark);
          expect(shown).not.toContain(`only-${number}`);
        });
      },
    ),
    { numRuns: RUNS, seed: SEED },
  );
  // Both results have to be frequent, so that neither check is vacuous.
  expect(counts.passed).toBeGreaterThan(RUNS / 50);
  expect(counts.refused).toBeGreaterThan(RUNS / 50);
});
