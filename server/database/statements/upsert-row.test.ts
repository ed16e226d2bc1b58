import { expect, test } from "vitest";
import { fault } from "../../core/faults.ts";
import { changedColumns, upsertConflicts } from "./upsert-row.ts";

const standing = {
  id: "1",
  title: "晨雾",
  quota: 20,
  taken: 12,
  start_time: new Date(1_000),
  tags: ["a", "b"],
  share: { title: "t", desc: "d" },
  city: null,
};

test.each([
  [{ id: "1", title: "晨雾", start_time: new Date(1_000), tags: ["a", "b"], city: null }, []],
  [{ share: '{"desc":"d","title":"t"}' }, []],
  [
    { title: "暮色", start_time: new Date(1_001), tags: ["b", "a"], city: "310100" },
    ["title", "start_time", "tags", "city"],
  ],
  [{ share: '{"title":"t"}', quota: null }, ["share", "quota"]],
])("W10 the values %j change the columns %j", (wanted, columns) => {
  expect(changedColumns(wanted, standing)).toEqual(columns);
});

test("W10 a limit may not fall below its counter, and fixed columns do not change", () => {
  const rules = { key: ["id"], fixed: ["title"], minimum: ["quota", "taken"] } as const;
  for (const quota of [12, 30, null])
    expect(upsertConflicts({ id: "1", quota }, standing, rules)).toEqual({});
  expect(upsertConflicts({ id: "1", quota: 11, title: "暮色" }, standing, rules)).toEqual({
    title: fault("immutable", '"晨雾"'),
    quota: fault("belowTaken", 12),
  });
});

test("W10 some columns are fixed once a counter is above 0", () => {
  const rules = { key: ["id"], fixedOnceCounted: { by: "taken", columns: ["title", "city"] } } as const;
  const wanted = { id: "1", title: "暮色", quota: 30, city: null };
  expect(upsertConflicts(wanted, standing, rules)).toEqual({
    title: fault("issued", '"晨雾"', 12),
  });
  expect(upsertConflicts(wanted, { ...standing, taken: 0 }, rules)).toEqual({});
});
