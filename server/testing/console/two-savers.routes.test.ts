import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { editConflictData } from "#contract/console/activity/draft.ts";
import { everyScope } from "#contract/console/scope.ts";
import { openClub } from "../../club/test-club.ts";
import { loginOperator, type TestOperator } from "../operator.ts";
import { editedEntities, type Answer, type Entity, type Seen, type Values } from "./edited-entities.ts";

const { app } = await openClub();

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
/** Fields of a change that differ from the values before it. */
const changedIn = (before: Values, change: Values): string[] =>
  Object.keys(change).filter((field) => !isSame(change[field], before[field]));
const only = (values: Values, fields: readonly string[]): Values =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

/** Fields that a save says it merged: dealers and series say it in two fields. */
function mergedIn(data: unknown): { by: string | null; fields: readonly string[] } | null {
  const { merged, mergedBy } = data as {
    merged: { by: string | null; fields: readonly string[] } | readonly string[] | null;
    mergedBy?: string | null;
  };
  const said =
    merged !== null && "fields" in merged ? merged : { by: mergedBy ?? null, fields: merged ?? [] };
  return said.fields.length === 0 ? null : { by: said.by, fields: said.fields.toSorted() };
}

/** A change of some of an entity's fields. */
const changeOf = ({ values }: Entity): fc.Arbitrary<Values> => {
  const fields = Object.fromEntries(
    Object.entries(values).map(([name, some]) => [name, fc.constantFrom(...some)]),
  );
  return fc.record(fields, { requiredKeys: [] }).filter((change) => Object.keys(change).length > 0);
};

type Changes = { readonly theirs: Values; readonly mine: Values };
/**
 * Changes of one field that differ, twice, so that at the second time each changes the other's value, and changes that agree:
 * a conflict and none, whatever else is tried.
 */
function examplesOf({ values }: Entity): [Changes][] {
  const [[field, [one, other]] = ["", []]] = Object.entries(values);
  const [theirs, mine] = [{ [field]: one }, { [field]: other }];
  return [[{ theirs, mine }], [{ theirs, mine }], [{ theirs, mine: theirs }]];
}

type Savers = { readonly hq: TestOperator; readonly colleague: TestOperator };
const savers: Partial<Record<Entity["role"], Savers>> = {};
beforeAll(async () => {
  for (const role of ["hq-admin", "moderator"] as const)
    savers[role] = {
      hq: await loginOperator(app, role, everyScope, { name: "顾总部" }),
      colleague: await loginOperator(app, role, everyScope, { name: "王运营" }),
    };
});

/** Outcomes that each entity met, so that no side of the property stays untested. */
const metOutcomes = new Set<string>();

type Outcome = {
  readonly code: string;
  /** News of the other operator: fields in conflict, or those that were merged; null: nothing. */
  readonly others: { readonly by: string | null; readonly fields: readonly string[] } | null;
};
function outcomeOf({ code, data }: Answer, { merges }: Entity): Outcome {
  if (code === "EDIT_CONFLICT") {
    const { by, fields } = editConflictData.parse(data);
    return { code, others: { by, fields: fields.toSorted() } };
  }
  return { code, others: code === "00" && merges === "field" ? mergedIn(data) : null };
}

type Before = { readonly seen: Seen; readonly between: Seen };
/** Fields for which the second operator has to choose; null: there is no conflict. */
function conflictOf(
  { merges, values }: Entity,
  { seen, between }: Before,
  mine: Values,
): readonly string[] | null {
  if (merges === "field") {
    const others = changedIn(seen.values, between.values);
    const meeting = changedIn(between.values, mine).filter((field) => others.includes(field));
    return meeting.length === 0 ? null : meeting;
  }
  if (between.basedOn === seen.basedOn) return null;
  const fields = Object.keys(values);
  return merges === "whole" ? fields : changedIn(between.values, only({ ...seen.values, ...mine }, fields));
}

/** Answer that the second save has to give. */
function expectedOutcome(entity: Entity, before: Before, mine: Values): Outcome {
  const conflict = conflictOf(entity, before, mine);
  if (conflict !== null)
    return { code: "EDIT_CONFLICT", others: { by: "王运营", fields: conflict.toSorted() } };
  const fields = Object.keys(entity.values);
  const merged = changedIn(before.seen.values, only(before.between.values, fields)).filter(
    (field) => !(field in mine),
  );
  const isNamed = entity.merges === "field" && merged.length > 0;
  return { code: "00", others: isNamed ? { by: "王运营", fields: merged.toSorted() } : null };
}

/** Saves two changes on the same state, one after the other, and judges what the second one is told and what is stored. */
async function saveBoth(
  [name, entity]: readonly [string, Entity],
  id: string,
  { hq, colleague }: Savers,
  { theirs, mine }: Changes,
): Promise<void> {
  const fields = Object.keys(entity.values);
  const stored = async (): Promise<Values> => only((await entity.show(hq, id)).values, fields);
  const seen = await entity.show(hq, id);
  expect((await entity.save(colleague, id, await entity.show(colleague, id), theirs)).code).toBe("00");
  const between = await entity.show(hq, id);
  expect(only(between.values, fields)).toEqual(only({ ...seen.values, ...theirs }, fields));
  const expected = expectedOutcome(entity, { seen, between }, mine);
  metOutcomes.add(`${name} ${expected.code}`);
  expect(outcomeOf(await entity.save(hq, id, seen, mine), entity)).toEqual(expected);
  const mineToo = expected.code === "00" ? mine : {};
  expect(await stored()).toEqual(only({ ...between.values, ...mineToo }, fields));
}

test.for(Object.entries(editedEntities))(
  "CO86 of two who save a thing (%s) nothing is lost silently",
  async ([name, entityOf]) => {
    const entity = entityOf(app);
    const both = savers[entity.role];
    if (both === undefined) throw new Error("not logged in");
    const id = await entity.add(both.hq);
    const change = changeOf(entity);
    await fc.assert(
      fc.asyncProperty(fc.record({ theirs: change, mine: change }), (changes) =>
        saveBoth([name, entity], id, both, changes),
      ),
      { numRuns: 25, ...(entity.merges === "field" && { examples: examplesOf(entity) }) },
    );
    const codes = entity.merges === "field" ? ["EDIT_CONFLICT", "00"] : ["EDIT_CONFLICT"];
    expect([...metOutcomes]).toEqual(expect.arrayContaining(codes.map((code) => `${name} ${code}`)));
  },
);
