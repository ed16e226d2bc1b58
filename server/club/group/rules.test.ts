import { expect, test } from "vitest";
import { admitApplicants } from "./rules.ts";

test("places are given in the order of the applications, once each, until the group is full", () => {
  const fresh = (memberId: string) => ({ memberId, status: null, groups: 0 });
  const applicants = [
    fresh("a"),
    fresh("a"),
    { memberId: "b", status: 3, groups: 0 },
    { memberId: "c", status: 2, groups: 1 },
    { memberId: "d", status: null, groups: 20 },
    fresh("e"),
    fresh("f"),
  ];
  const group = { members: 8, places: 10, join_mode: "open" } as const;
  expect(admitApplicants(applicants, group)).toEqual([
    "joined",
    "again",
    "blocked",
    "again",
    "tooManyGroups",
    "joined",
    "full",
  ]);
  expect(admitApplicants([fresh("a")], { ...group, join_mode: "approval" })).toEqual(["review"]);
});
