import { expect, test } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { newPassword } from "#contract/identity/identity.ts";
import { weaknessOf } from "./weak-passwords.ts";
import { identityMessages } from "../messages.ts";

const weakness = (password: string) => weaknessOf(password, "13812345678", demoBrand);

test.each(["1qaz2wsx", "Password1", "QWER1234", "a1234567", "aa123456", "Abcd1234"])(
  "%s satisfies the rule of letters and digits but is a common password",
  (password) => {
    expect(newPassword.safeParse(password).success).toBe(true);
    expect(weakness(password)).toBe(identityMessages.passwordCommon);
  },
);
test.each(["Qinglan2026", "qing.lan-88", "QINGLAN!2027", "woaini!1314", "x12345678y", "a13812345678"])(
  "%s is a brand name, a common word or the person's mobile with something around it",
  (password) => {
    expect(weakness(password)).toBe(identityMessages.passwordNamed);
  },
);
test("a long password with few distinct characters is weak", () => {
  expect(weakness("zzzzzzzzzzzz9")).toBe(identityMessages.passwordRepeated);
  expect(weakness("a9a9b8b8a9a9")).toBe(identityMessages.passwordRepeated);
});
test.each(["Shanlu-2027", "hu3Gkq8w", "blue7horse", "qinglanhai77", "8chars#1"])(
  "%s is accepted",
  (password) => {
    expect(weakness(password)).toBeNull();
  },
);
