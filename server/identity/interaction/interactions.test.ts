import { expect, test } from "vitest";
import { isPasswordLoginOffered } from "./interactions.ts";

test("F03 F21 password login is offered as configured; with asked, by the request's parameter", () => {
  const isOffered = (passwordLogin: "never" | "asked" | "always", showPwdLogin: unknown) =>
    isPasswordLoginOffered({ showPwdLogin }, { passwordLogin });
  expect([
    isOffered("asked", "true"),
    isOffered("asked", "false"),
    isOffered("asked", undefined),
    isOffered("never", "true"),
    isOffered("always", undefined),
  ]).toEqual([true, false, false, false, true]);
});
