import { beforeEach, expect, test } from "vitest";
import { claimDraft, dropDraft, keepDraft, newDraft, readDraft } from "./draft.ts";
import { emptyValues } from "./lead-values.ts";

const activityId = "6201";
beforeEach(() => sessionStorage.clear());
const begun = (openId: string | null) =>
  newDraft(openId, { ...emptyValues, name: "林晓岚", answers: { when: "周末" } });

test("L21 a lead begun is read as it was kept, with its key, until it is dropped", () => {
  const draft = begun("open-1");
  keepDraft(activityId, draft);
  expect(readDraft(activityId, "open-1")).toEqual(draft);
  expect(readDraft("1", "open-1")).toBeNull();
  dropDraft(activityId);
  expect(readDraft(activityId, "open-1")).toBeNull();
});

test("L21 a visitor's goes into the login, a person's outlives an expired session; nobody reads another's", () => {
  keepDraft(activityId, begun(null));
  expect(readDraft(activityId, "open-1")).not.toBeNull();
  keepDraft(activityId, begun("open-1"));
  expect(readDraft(activityId, null)).not.toBeNull();
  expect(readDraft(activityId, "open-2")).toBeNull();
});

test("L21 from the login on a visitor's is that person's", () => {
  const draft = begun(null);
  keepDraft(activityId, draft);
  claimDraft(activityId, "open-1");
  expect(readDraft(activityId, "open-1")).toEqual({ ...draft, openId: "open-1" });
  claimDraft(activityId, "open-2");
  expect(readDraft(activityId, "open-2")).toBeNull();
  dropDraft(activityId);
  claimDraft(activityId, "open-1");
  expect(readDraft(activityId, "open-1")).toBeNull();
});

test("what can not be read, and what another release kept, counts as none", () => {
  const draft = begun(null);
  keepDraft(activityId, draft);
  const [key = ""] = Object.keys(sessionStorage);
  const strange: unknown[] = [
    null,
    [],
    { values: {} },
    { ...draft, idempotencyKey: "1" },
    { ...draft, openId: 1 },
    { ...draft, values: null },
    { ...draft, values: { ...draft.values, consent: "true" } },
    { ...draft, values: { ...draft.values, answers: null } },
    { ...draft, values: { ...draft.values, answers: { when: 1 } } },
  ];
  for (const text of ["", "{", ...strange.map((one) => JSON.stringify(one))]) {
    sessionStorage.setItem(key, text);
    expect(readDraft(activityId, null)).toBeNull();
  }
  sessionStorage.setItem(key, JSON.stringify(draft));
  expect(readDraft(activityId, null)).toEqual(draft);
});
