import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/content.module.css";
import "../card/card.module.css";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { setSite } from "../../platform/environment/site.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import { chooseAlternatives, Alternatives } from "./alternatives.tsx";
import { exampleActivity } from "../testing/activities.ts";
import { show, violations } from "../../ui/testing/show.tsx";
import * as alternativesCss from "./alternatives.module.css";

const full = exampleActivity({ activityId: "1", remaining: 0, businessType: 2, cityCode: "330100" });
const found = [
  full,
  exampleActivity({ activityId: "2", title: "又一场约满的", remaining: 0 }),
  exampleActivity({ activityId: "3", title: "西湖夜航" }),
  exampleActivity({ activityId: "4", title: "龙井茶山", remaining: null }),
  exampleActivity({ activityId: "5", title: "冬季检测日", businessType: 2 }),
  exampleActivity({ activityId: "6", title: "太多的一场" }),
];

beforeEach(() =>
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" }),
);
afterEach(() => vi.restoreAllMocks());

test("K13 alternatives have seats, similar ones come first, and the activity itself is left out", () => {
  expect(chooseAlternatives(found, full).map(({ activityId }) => activityId)).toEqual(["5", "3", "4"]);
  expect(chooseAlternatives(found.slice(0, 2), full)).toEqual([]);
});

test("K13 alternatives of the activity's own city with a link to all of them; axe finds nothing", async () => {
  const requests = fakeServer(() => ({ code: "00", data: { list: found, nextCursor: null } }));
  show(<Alternatives activity={full} />);
  await expect.element(page.getByRole("region", { name: "同城还可以报名" })).toBeVisible();
  const titles = page
    .getByRole("heading", { level: 2 })
    .elements()
    .map(({ textContent }) => textContent);
  expect(titles).toEqual(["同城还可以报名", "冬季检测日", "西湖夜航", "龙井茶山"]);
  const asked = Object.fromEntries(requests[0]?.url.searchParams ?? []);
  expect(asked).toMatchObject({ cityCode: "330100", status: "2", activityType: "localoffline" });
  await expect
    .element(page.getByRole("link", { name: "全部" }))
    .toHaveAttribute("href", "/list?cityCode=330100&status=2");
  expect(await violations()).toEqual([]);
});

test.each([
  ["without a network", null],
  ["if all are full", { code: "00", data: { list: found.slice(0, 2), nextCursor: null } }],
])("K13 %s nothing is shown, and no message", async (_name, answer) => {
  const requests = fakeServer(() => answer);
  show(
    <>
      <p>页面</p>
      <Alternatives activity={full} />
    </>,
  );
  await expect.element(page.getByText("页面")).toBeVisible();
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(0));
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.querySelector(`.${alternativesCss.others}`)).toBeNull();
});
