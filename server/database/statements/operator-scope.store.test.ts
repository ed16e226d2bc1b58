import fc from "fast-check";
import { sql, type RawBuilder } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sponsorLevels1, type sponsorLevels2 } from "#contract/activity/sponsors.ts";
import { everyScope, type GrantScope } from "#contract/console/scope.ts";
import { testApp, type TestApp } from "../../testing/app.ts";
import { sampleActivity } from "../../testing/samples/sample-activity.ts";
import { sampleDealers } from "../../testing/samples/sample-dealers.ts";
import { sampleSignUp } from "../../testing/samples/sample-sign-up.ts";
import { activityInScope, dealerInScope, ownActivityInScope, personRowInScope } from "./operator-scope.ts";

let app: TestApp;
const regions = ["VWSA300000", "VWSA400000", "VWSA500000"] as const;
/** Dealers in Beijing, Shanghai and Guangdong. */
const dealerPlaces = { "2001": "110000", "2002": "310000", "2003": "440000" } as const;
const dealers = Object.keys(dealerPlaces);

beforeAll(async () => {
  app = await testApp();
  const now = app.context.clock.now();
  await app.modules.organisations.add(
    sampleDealers(...dealers).map((dealer) => ({
      ...dealer,
      provinceCode: dealerPlaces[dealer.id as keyof typeof dealerPlaces],
    })),
  );
  const { userId } = await app.login("13800000001");
  let number = 0;
  for (const sponsorLevel1 of sponsorLevels1)
    for (const sponsorLevel2 of regions)
      for (const businessType of [1, 2] as const)
        for (const dealerId of [null, ...dealers]) {
          const activityId = `17${String(++number).padStart(17, "0")}`;
          const dealerIds = dealerId === null ? [] : [dealerId];
          await app.modules.activities.addActivities([
            sampleActivity(now, {
              activityId,
              sponsorLevel1,
              sponsorLevel2,
              businessType,
              dealerId,
              dealerIds,
              sessions: [],
            }),
          ]);
          const signUp = sampleSignUp(userId, {
            dealer_id: dealers[number % dealers.length] ?? null,
            created_time: new Date(now),
          });
          await app.modules.signUps.seed(
            [{ ...signUp, activity_id: activityId, checked_in_time: null, checked_in_by: null }],
            [],
          );
        }
});
afterAll(() => app.close());

const part = <T>(values: readonly T[]) =>
  fc.oneof(fc.constant("*" as const), fc.subarray([...values], { minLength: 0 }));
const anyScope: fc.Arbitrary<GrantScope> = fc.record({
  sponsorLevel1: part(sponsorLevels1),
  sponsorLevel2: part(regions as readonly (keyof typeof sponsorLevels2)[]),
  businessType: part([1, 2]),
  dealers: part(dealers),
});

/** Ids of the rows that scopes show, by each of the conditions. */
async function shown(scopes: readonly GrantScope[]): Promise<Record<string, string[]>> {
  const read = async (from: RawBuilder<unknown>, id: RawBuilder<unknown>, condition: RawBuilder<boolean>) =>
    (
      await sql<{ id: string }>`select ${id} as id from ${from} where ${condition} order by 1`.execute(
        app.context.db,
      )
    ).rows.map((row) => row.id);
  const activity = sql`activity a`;
  const guests = sql`signup s join activity a on a.activity_id = s.activity_id`;
  return {
    activities: await read(activity, sql`a.activity_id`, activityInScope(scopes, "a")),
    own: await read(activity, sql`a.activity_id`, ownActivityInScope(scopes, "a")),
    persons: await read(guests, sql`s.signup_id`, personRowInScope(scopes, "a", sql`s.dealer_id`)),
    dealers: await read(
      sql`organisation o`,
      sql`o.organisation_id`,
      dealerInScope(scopes, sql`o.organisation_id`),
    ),
  };
}
const union = (one: readonly string[], other: readonly string[]): string[] =>
  [...new Set([...one, ...other])].toSorted();

test("CO12 two grants show what each shows alone, and nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(anyScope, anyScope, async (one, other) => {
      const [first, second, both] = [await shown([one]), await shown([other]), await shown([one, other])];
      for (const kind of Object.keys(both))
        expect(both[kind]).toEqual(union(first[kind] ?? [], second[kind] ?? []));
    }),
    { numRuns: 40 },
  );
});

test("CO12 a narrower grant never shows more, no grant nothing, and an unlimited one everything", async () => {
  const everything = await shown([everyScope]);
  expect(Object.values(everything).map(({ length }) => length)).toEqual([48, 48, 48, 3]);
  expect(await shown([])).toEqual({ activities: [], own: [], persons: [], dealers: [] });
  // Not the dealers: rows at a grant's own dealers are seen wherever their activity belongs.
  const limits = fc.constantFrom("sponsorLevel1", "sponsorLevel2", "businessType");
  await fc.assert(
    fc.asyncProperty(anyScope, limits, async (scope, limit) => {
      const [wide, narrow] = [await shown([{ ...scope, [limit]: "*" }]), await shown([scope])];
      for (const kind of Object.keys(wide))
        expect(narrow[kind]?.filter((id) => !wide[kind]?.includes(id))).toEqual([]);
    }),
    { numRuns: 20 },
  );
});
