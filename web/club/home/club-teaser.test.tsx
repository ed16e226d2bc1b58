import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import type { showCarClub } from "#contract/club/club.ts";
import type { ArgsOf } from "#contract/core/call.ts";
import { saveCity } from "../../platform/location/city.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import ClubTeaser from "./club-teaser.tsx";
import { articleFor, groupFor } from "../testing/samples.ts";
import { logIn, show, resetClub } from "../testing/show.tsx";

const clubWith = (over: object = {}) => ({
  identity: "member",
  verifiedOwner: false,
  seriesCodes: [],
  member: null,
  unread: 0,
  mine: [],
  near: [groupFor("101"), groupFor("102", { name: "行云上海分队", members: 1904 })],
  forSeries: [
    groupFor("102", { name: "行云上海分队", members: 1904 }),
    groupFor("103", { name: "纯电生活家" }),
  ],
  feed: { list: [articleFor("9", { title: "莫干山的雾" })], nextCursor: null },
  ...over,
});
const city = (code: string) => ({ code, name: "城", longitude: 121.4, latitude: 31.2 });

let answer: FakeAnswer;
let requests: FakeRequest[];
let unmount = () => {};
beforeEach(() => {
  resetClub();
  saveCity(city("310100"), "hand");
  answer = { data: clubWith() };
  requests = fakeServer(() => responseOf(answer));
});
afterEach(() => {
  unmount();
  vi.restoreAllMocks();
});
const open = () => {
  ({ unmount } = show(<ClubTeaser />));
};
const requestArgs = (): ArgsOf<typeof showCarClub>[] =>
  requests.filter(({ name }) => name === "carclub").map(({ body }) => body as ArgsOf<typeof showCarClub>);
const names = () =>
  page
    .getByRole("listitem")
    .elements()
    .map((each) => each.querySelector("a")?.textContent);

it("P12 the teaser shows each group once, with its button, and the newest article", async () => {
  open();
  await expect.element(page.getByRole("heading", { name: "车友圈" })).toBeVisible();
  expect(requestArgs()).toMatchObject([{ cityCode: "310100", pageSize: 1 }]);
  expect(names()).toEqual([
    "远山 · 华东车友会3,268 位车友",
    "行云上海分队1,904 位车友",
    "纯电生活家3,268 位车友",
  ]);
  await expect
    .element(page.getByRole("link", { name: /莫干山的雾/ }))
    .toHaveAttribute("href", "/club/article/9");
  await expect.element(page.getByRole("button", { name: "加入：纯电生活家" })).toBeVisible();
});

it("P12 the teaser is cached by city and person", async () => {
  open();
  await expect.element(page.getByRole("heading", { name: "车友圈" })).toBeVisible();
  unmount();
  open();
  await expect.poll(() => document.querySelector("main")?.textContent).toContain("车友圈");
  saveCity(city("330100"), "hand");
  await expect.poll(() => requestArgs().at(-1)).toMatchObject({ cityCode: "330100" });
  const before = requestArgs().length;
  answer = {
    data: clubWith({ mine: [groupFor("104", { name: "周末露营社", standing: "joined" })] }),
  };
  logIn();
  await expect.element(page.getByRole("button", { name: "已加入：周末露营社" })).toBeVisible();
  expect(requestArgs().length).toBe(before + 1);
  expect(names()[0]).toContain("周末露营社");
});

it.each([
  ["the request fails", { status: 500 }],
  [
    "the club is empty",
    {
      data: clubWith({ near: [], forSeries: [], feed: { list: [], nextCursor: null } }),
    },
  ],
])("P12 the teaser is omitted if %s", async (_, given) => {
  saveCity(city("440100"), "hand");
  answer = given;
  open();
  await expect.poll(() => requestArgs().length).toBe(1);
  // A fixed time: no event follows an answer that shows nothing.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(document.querySelector("main")?.textContent).toBe("");
});
