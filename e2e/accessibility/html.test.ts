import { HtmlValidate, StaticConfigLoader } from "html-validate";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { showCarClub } from "#contract/club/club.ts";
import { activityFilters, findActivity } from "../testing/activities.ts";
import { launch, narrow, openVisit } from "../testing/chromium.ts";
import { contractClient } from "../testing/contract-client.ts";
import { appAddress, formPath, goToProviderLogin, openAppPage } from "../testing/page-actions.ts";
import { allProducts } from "../testing/mall.ts";
import { newPerson, openVisitAs } from "../testing/people.ts";

const origin = inject("origin");
const app = appAddress(origin);
let browser: Browser;
let paths: readonly string[];
beforeAll(async () => {
  browser = await launch();
  const call = contractClient(origin);
  const [offline, online] = await Promise.all([
    findActivity(origin, activityFilters.plain),
    findActivity(origin, activityFilters.online),
  ]);
  const { feed } = await call(showCarClub, {});
  const { articleId = "", groupId = "" } = feed.list[0] ?? {};
  paths = [
    "",
    "list",
    "list?status=1",
    `offline/${offline.activityId}`,
    `online/${online.activityId}`,
    formPath(offline.activityId),
    `coupon/result/${online.activityId}`,
    "club",
    "club/find",
    `club/group/${groupId}`,
    `club/article/${articleId}`,
    "mall",
    "mall/category",
    "mall/search",
    `mall/product/${(await allProducts(origin))[0]?.productId ?? ""}`,
    "mall/product/1",
    "mall/cart",
    "mall/checkout",
    "mall/orders",
    "mall/addresses",
    "mall/addresses/new",
    "mall/favourites",
    "mine",
    "mine/account",
    "mine/signups",
    "mine/coupons",
    "mine/leads",
    "mine/favourites",
    "mine/owner",
    "mine/shares",
    "check-in",
    "404",
  ];
});
afterAll(() => browser.close());

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ["html-validate:recommended"],
    // The specification marks mentions by `at` elements.
    elements: ["html5", { at: { flow: true, phrasing: true } }],
    rules: {
      // React writes attribute names in camel case, closes void elements and gives boolean attributes a value; parsers
      // read all of it the same.
      "attr-case": "off",
      "void-style": "off",
      "attribute-empty-style": "off",
      "attribute-boolean-style": "off",
      // A style sheet keeps numbers on one line; the text stays as a phone's owner would copy it.
      "tel-non-breaking": "off",
      // HTML allows any id without blanks; React's begin with an underscore.
      "valid-id": ["error", { relaxed: true }],
      // The browser writes the line breaks of style sheets as they are.
      "no-trailing-whitespace": "off",
      // Browsers serialise attributes and style sheets in forms of their own.
      "no-inline-style": "off",
    },
  }),
);
async function problemsOf(name: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html, name);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${name}: ${ruleId}: ${message} at ${selector}`),
  );
}

test("Z21 the HTML that the server sends is valid on 32 pages", { timeout: 120_000 }, async () => {
  const problems: string[] = [];
  for (const path of paths)
    problems.push(...(await problemsOf(path, await (await fetch(app + path)).text())));
  expect(problems).toEqual([]);
});

test(
  "Z21 the HTML after the scripts have run is valid for a person on these pages",
  { timeout: 300_000 },
  async () => {
    const { context, page } = await openVisitAs(browser, origin, await newPerson(origin), narrow);
    const problems: string[] = [];
    for (const path of paths) {
      await openAppPage(page, app + path);
      problems.push(...(await problemsOf(path, await page.content())));
    }
    await context.close();
    expect(problems).toEqual([]);
  },
);

test("Z21 the HTML of the identity provider's login page is valid", { timeout: 120_000 }, async () => {
  const { context, page } = await openVisit(browser, narrow);
  await openAppPage(page, app);
  await goToProviderLogin(page);
  await page.getByRole("button").first().waitFor();
  const problems = await problemsOf("login", await page.content());
  await context.close();
  expect(problems).toEqual([]);
});
