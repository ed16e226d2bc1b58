import "../../ui/styles/test-base-styles.ts";
import * as controlsCss from "../../ui/styles/controls.module.css";
import "../../ui/styles/content.module.css";
import "./card.module.css";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { CrownIcon } from "../../ui/icons/profile-icons.tsx";
import { HeartIcon, ShareIcon } from "../../ui/icons/detail-icons.tsx";
import { PinIcon, SearchIcon } from "../../ui/icons/common-icons.tsx";
import { CardCover } from "./card.tsx";
import { exampleActivity } from "../testing/activities.ts";
import { show } from "../../ui/testing/show.tsx";

test("C29 each status tag has its own icon: not started, in progress, ended", async () => {
  show(
    ([1, 2, 3] as const).map((status) => (
      <CardCover key={status} activity={exampleActivity({ status })} sizes="240px" />
    )),
  );
  for (const word of ["未开始", "报名中", "已结束"])
    await expect.element(page.getByText(word, { exact: true })).toBeVisible();
  const marks = [...document.querySelectorAll(`.${controlsCss.tag} .${controlsCss.tagIcon}`)].map((mark) =>
    getComputedStyle(mark),
  );
  expect(marks.map(({ width, height }) => Math.min(parseFloat(width), parseFloat(height)) > 0)).toEqual([
    true,
    true,
    true,
  ]);
  expect(new Set(marks.map(({ stroke }) => stroke)).size).toBe(3);
  expect(
    new Set(
      [...document.querySelectorAll(`.${controlsCss.tag} .${controlsCss.tagIcon}`)].map(
        ({ innerHTML }) => innerHTML,
      ),
    ).size,
  ).toBe(3);
});

test("C30 share, like, location, search and VIP have different icons", async () => {
  show(
    [ShareIcon, HeartIcon, PinIcon, SearchIcon, CrownIcon].map((Icon) => <Icon key={Icon.name} size={24} />),
  );
  await expect.poll(() => document.querySelectorAll("svg").length).toBe(5);
  const drawn = [...document.querySelectorAll("svg")];
  expect(new Set(drawn.map(({ innerHTML }) => innerHTML)).size).toBe(5);
  for (const icon of drawn) expect(icon.getBoundingClientRect().width).toBe(24);
});
