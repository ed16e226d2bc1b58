import { beforeEach, expect, test } from "vitest";
import {
  claimLeadDraft,
  removeLeadDraft,
  storeLeadDraft,
  newLeadDraft,
  readLeadDraft,
} from "./lead-draft.ts";
import { emptyLeadValues } from "./lead-values.ts";

const activityId = "6201";
beforeEach(() => sessionStorage.clear());
const begun = (openId: string | null) =>
  newLeadDraft(openId, { ...emptyLeadValues, name: "林晓岚", answers: { when: "周末" } });

test("L21 a stored draft is restored with its key until it is dropped", () => {
  const draft = begun("open-1");
  storeLeadDraft(activityId, draft);
  expect(readLeadDraft(activityId, "open-1")).toEqual(draft);
  expect(readLeadDraft("1", "open-1")).toBeNull();
  removeLeadDraft(activityId);
  expect(readLeadDraft(activityId, "open-1")).toBeNull();
});

test("L21 a visitor's draft survives the login, a user's survives an expired session; no user reads another's", () => {
  storeLeadDraft(activityId, begun(null));
  expect(readLeadDraft(activityId, "open-1")).not.toBeNull();
  storeLeadDraft(activityId, begun("open-1"));
  expect(readLeadDraft(activityId, null)).not.toBeNull();
  expect(readLeadDraft(activityId, "open-2")).toBeNull();
});

test("L21 after the login a visitor's draft belongs to that user", () => {
  const draft = begun(null);
  storeLeadDraft(activityId, draft);
  claimLeadDraft(activityId, "open-1");
  expect(readLeadDraft(activityId, "open-1")).toEqual({ ...draft, openId: "open-1" });
  claimLeadDraft(activityId, "open-2");
  expect(readLeadDraft(activityId, "open-2")).toBeNull();
  removeLeadDraft(activityId);
  claimLeadDraft(activityId, "open-1");
  expect(readLeadDraft(activityId, "open-1")).toBeNull();
});

test("an unreadable draft, and one of another release, count as none", () => {
  const draft = begun(null);
  storeLeadDraft(activityId, draft);
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
    expect(readLeadDraft(activityId, null)).toBeNull();
  }
  sessionStorage.setItem(key, JSON.stringify(draft));
  expect(readLeadDraft(activityId, null)).toEqual(draft);
});
