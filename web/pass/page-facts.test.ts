import { expect, it } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { defaultBrand } from "#contract/core/default-brand.ts";
import { parseSite, interactionIdIn, returnUrl } from "./page-facts.ts";
import { passwordStrength } from "./form/password-strength.ts";

const origin = "https://id.example";
const app = "/marketing/area/activity/";

it("the configuration is the server's; the page's own origin answers its calls", () => {
  const brand = { ...demoBrand, idName: "别的账号" };
  const told = parseSite(
    JSON.stringify({ brand, securityBase: "https://safe.example/", passBase: "https://x.example/" }),
  );
  expect([told.brand.idName, told.securityBase, told.passBase]).toEqual([
    "别的账号",
    "https://safe.example/",
    null,
  ]);
});
it.each(["", "null", "{"])(
  "A13 without a configuration (%j) the pages name no brand, in particular not the demo brand",
  (text) => {
    expect(parseSite(text).brand).toEqual(defaultBrand);
  },
);
it("the interaction is the last part of the address", () => {
  expect(interactionIdIn("/pass/interaction/abc_-123")).toBe("abc_-123");
});
it.each([
  ["the referring page", `https://m.example${app}offline/7?a=1`, `https://m.example${app}offline/7?a=1`],
  ["another origin sends only the origin", "https://m.example/", `https://m.example${app}`],
  ["no referrer", "", origin + app],
  ["the provider's own page is no return address", `${origin}/pass/interaction/abc`, origin + app],
  ["not a web address", "javascript:alert(1)", origin + app],
])("the return address: %s", (_case, referrer, expected) => {
  expect(returnUrl(referrer, origin)).toBe(expected);
});
it.each([
  ["", 0],
  ["abc", 1],
  ["12345678", 1],
  ["aaaaaaa1", 1],
  ["Qinglan26", 2],
  ["qinglan-2026", 3],
])("the strength of %j is %i", (password, level) => {
  expect(passwordStrength(password)).toBe(level);
});
