import { expect, test } from "vitest";
import { activityContent, draftFields, fixedActivityFields } from "#contract/console/activity/content.ts";
import { activityFieldLabels } from "#contract/console/activity/labels.ts";
import { createActivity } from "#contract/console/activity/activities.ts";
import { activitySchema } from "../schema.ts";

const sorted = (names: readonly string[]): string[] => [...names].toSorted();

test("CO43 every field of a catalogue entry is written by the console, and no other", () => {
  const entry = Object.keys(activitySchema.shape);
  const drafted = Object.keys(draftFields.shape);
  const fixed = Object.keys(fixedActivityFields);
  expect(sorted([...drafted, ...fixed, "sessions", "blocks"])).toEqual(sorted(entry));
  // All that cannot change later is given when an activity is created; its number is generated.
  const given = Object.keys(createActivity.args.shape);
  for (const field of fixed) expect([...given, "activityId"]).toContain(field);
});

test("CO43 every field of the content has a name on the screen", () => {
  expect(sorted(Object.keys(activityFieldLabels))).toEqual(sorted(Object.keys(activityContent.shape)));
});
