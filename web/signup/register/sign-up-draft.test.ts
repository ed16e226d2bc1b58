import { beforeEach, expect, test } from "vitest";
import { removeSignUpDraft, storeSignUpDraft, newSignUpDraft, readSignUpDraft } from "./sign-up-draft.ts";
import { activityId } from "../testing/samples.ts";

beforeEach(() => sessionStorage.clear());
const begun = (openId: string | null) => {
  const draft = newSignUpDraft(openId);
  const values = { ...draft.values, name: "林晓岚", sessionId: "11", answers: { meal: "花生" } };
  return { ...draft, values };
};
const kept = () => Object.values(sessionStorage).join("");

test("L21 a draft is read as stored, with its key, until it is removed", () => {
  const draft = begun("open-1");
  storeSignUpDraft(activityId, draft);
  expect(readSignUpDraft(activityId, "open-1")).toEqual(draft);
  expect(readSignUpDraft("1", "open-1")).toBeNull();
  removeSignUpDraft(activityId);
  expect(readSignUpDraft(activityId, "open-1")).toBeNull();
});

test("every new draft has its own idempotency key, a UUID", () => {
  const keys = [newSignUpDraft(null), newSignUpDraft(null)].map(({ idempotencyKey }) => idempotencyKey);
  expect(new Set(keys).size).toBe(2);
  for (const key of keys)
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("an SMS code is never stored, a number only if it is not the bound one", () => {
  const draft = begun(null);
  storeSignUpDraft(activityId, {
    ...draft,
    values: { ...draft.values, mobile: "13987654321", smsCode: "246810" },
  });
  expect(kept()).not.toContain("13987654321");
  expect(kept()).not.toContain("246810");
  storeSignUpDraft(activityId, {
    ...draft,
    values: { ...draft.values, isOtherMobile: true, mobile: "13987654321" },
  });
  expect(readSignUpDraft(activityId, null)?.values.mobile).toBe("13987654321");
});

test("L21 a visitor's draft survives the login, a person's survives an expired session; nobody reads another person's", () => {
  storeSignUpDraft(activityId, begun(null));
  expect(readSignUpDraft(activityId, "open-1")).not.toBeNull();
  storeSignUpDraft(activityId, begun("open-1"));
  expect(readSignUpDraft(activityId, null)).not.toBeNull();
  expect(readSignUpDraft(activityId, "open-2")).toBeNull();
});

test("an invalid record counts as none", () => {
  storeSignUpDraft(activityId, begun(null));
  const [key = ""] = Object.keys(sessionStorage);
  for (const text of ["", "{", "null", "[]", '{"values":{}}']) {
    sessionStorage.setItem(key, text);
    expect(readSignUpDraft(activityId, null)).toBeNull();
  }
});
