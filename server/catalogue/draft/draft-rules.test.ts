import fc from "fast-check";
import { expect, test } from "vitest";
import type { ActivityContent, DraftFields } from "#contract/console/activity/content.ts";
import { draftAfterPlan, draftValues, mergeDraft, overtakenFields } from "./draft-rules.ts";
import type { DraftFieldMap } from "./draft-store.ts";

const live = {
  title: "晨雾试驾",
  subtitle: "首批",
  fee: "免费",
  quota: 20,
  tags: ["试驾"],
} as ActivityContent;
const time = "2026-11-27T14:00:00+08:00";
const field = (value: unknown, revision: number, by = "王", was: unknown = null) => ({
  value,
  was,
  by,
  time,
  revision,
});
const edit = (changes: Partial<DraftFields>, basedOn: number, wentLive = {}) => ({
  changes,
  basedOn,
  wentLive,
  by: "周",
  time,
});

test("CO86 fields that only one side changed are merged and named", () => {
  const stored: DraftFieldMap = { title: field("暮色试驾", 3) };
  const merged = mergeDraft(live, stored, edit({ subtitle: "第二批" }, 2), 4);
  expect(merged.conflicts).toEqual({});
  expect(draftValues(merged.fields)).toEqual({ title: "暮色试驾", subtitle: "第二批" });
  expect(merged.fields.subtitle).toMatchObject({ was: "首批", by: "周", revision: 4 });
  expect(merged.merged).toEqual({ title: { by: "王", time } });
});

test("CO86 a field that both changed is a conflict, unless both mean the same", () => {
  const stored: DraftFieldMap = { title: field("暮色试驾", 3) };
  expect(mergeDraft(live, stored, edit({ title: "夜色试驾" }, 2), 4).conflicts).toEqual({
    title: { by: "王", time },
  });
  expect(mergeDraft(live, stored, edit({ title: "暮色试驾" }, 2), 4).conflicts).toEqual({});
  // The operator has seen revision 3 and overwrites it knowingly.
  expect(draftValues(mergeDraft(live, stored, edit({ title: "夜色试驾" }, 3), 4).fields)).toEqual({
    title: "夜色试驾",
  });
});

test("CO86 a field that went live by another door since is a conflict", () => {
  const wentLive = { fee: { by: null, time } };
  expect(mergeDraft(live, {}, edit({ fee: "¥99" }, 0, wentLive), 1).conflicts).toEqual(wentLive);
});

test("CO86 a field that was put back to the live value is still somebody's later change", () => {
  const stored: DraftFieldMap = { title: field("晨雾试驾", 5) };
  expect(mergeDraft(live, stored, edit({ title: "夜色试驾" }, 4), 6).conflicts).toHaveProperty("title");
});

test("CO86 whatever two operators change, each value is kept or named as a conflict", () => {
  const names = ["title", "subtitle", "fee"] as const;
  const change = fc.dictionary(fc.constantFrom(...names), fc.constantFrom("一", "二", "三"));
  fc.assert(
    fc.property(change, change, (first, second) => {
      const one = mergeDraft(live, {}, { ...edit(first, 0), by: "王" }, 1);
      const other = mergeDraft(live, one.fields, edit(second, 0), 2);
      for (const [name, value] of Object.entries(second)) {
        const now = draftValues(other.fields)[name as "title"] ?? live[name as "title"];
        expect(now === value || name in other.conflicts).toBe(true);
      }
      const untouched = Object.entries(first).filter(([name]) => !(name in second));
      for (const [name, value] of untouched)
        expect(draftValues(other.fields)[name as "title"] ?? live[name as "title"]).toBe(value);
    }),
  );
});

test("CO47 a field whose live value changed meanwhile is named before publishing; chosen again, it holds", () => {
  const stored: DraftFieldMap = { fee: field("¥99", 1, "周", "¥68"), tags: field(["新"], 1, "周", ["试驾"]) };
  expect(overtakenFields(live, stored)).toEqual(["fee"]);
  const again = mergeDraft(live, stored, edit({ fee: "¥99" }, 1), 2);
  expect(overtakenFields(live, again.fields)).toEqual([]);
});

test("CO48 edits after a plan stay a draft when the plan went live", () => {
  const planned: DraftFieldMap = { title: field("暮色试驾", 1), fee: field("¥99", 1) };
  const fields: DraftFieldMap = { title: field("暮色试驾", 1), fee: field("¥88", 2) };
  const after = { ...live, title: "暮色试驾", fee: "¥99" };
  expect(draftAfterPlan(after, fields, planned)).toEqual({ fee: { ...field("¥88", 2), was: "¥99" } });
});
