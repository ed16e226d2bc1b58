import { expect, test } from "vitest";
import { isShareReference, maskName, newShareReference } from "./reference.ts";

test("M21 a reference is short, valid for its activity only and cannot be forged without the secret", () => {
  const made = newShareReference("secret", "1001");
  expect(made).toMatch(/^[A-Za-z0-9_-]{17}$/);
  expect(isShareReference("secret", "1001", made)).toBe(true);
  expect(isShareReference("secret", "1002", made)).toBe(false);
  expect(isShareReference("another", "1001", made)).toBe(false);
  for (let at = 0; at < made.length; at++) {
    const forged = made.slice(0, at) + (made[at] === "A" ? "B" : "A") + made.slice(at + 1);
    expect(isShareReference("secret", "1001", forged)).toBe(false);
  }
  for (const text of ["", made.slice(1), `${made}A`, "singlemessage", "o".repeat(28)])
    expect(isShareReference("secret", "1001", text)).toBe(false);
  expect(newShareReference("secret", "1001")).not.toBe(made);
});

test("others see the first character of a name", () => {
  expect([maskName("林晓岚"), maskName("𠮷田"), maskName("")]).toEqual(["林**", "𠮷**", "**"]);
});
