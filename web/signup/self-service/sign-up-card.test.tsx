import "../../ui/styles/test-base-styles.ts";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as mySignUpsCss from "./my-sign-ups.module.css";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import type { OwnSignUp } from "#contract/signup/self-service.ts";
import { Tag } from "../../ui/display/tag.tsx";
import { SignUpCard } from "./sign-up-card.tsx";

const moment = "2026-12-05T10:00:00+08:00";
const waiting: OwnSignUp = {
  signUpId: "1",
  activityId: "2",
  activityType: "localoffline",
  title: "冬季试驾",
  coverUrl: "/media/cover.jpg",
  state: "waiting",
  sessionId: null,
  dealerId: null,
  startTime: moment,
  endTime: moment,
  dealerName: null,
  address: "徐汇",
  canCancel: false,
  canChange: false,
  createdTime: moment,
  before: 2,
};
let root: Root;
afterEach(() => root.unmount());

test("C29 L18 the waitlist has its own icon, different from a full activity", async () => {
  document.body.innerHTML = "<main id=root></main>";
  root = createRoot(document.getElementById("root") ?? document.body);
  const element = (
    <ul>
      <SignUpCard signUp={waiting} onCancel={() => {}} onChange={() => {}} onAcknowledged={null} />
      <li>
        <Tag kind="full">名额已满</Tag>
      </li>
    </ul>
  );
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  await expect.element(page.getByText("候补第 3 位")).toBeVisible();
  const icons = [...document.querySelectorAll(`.${controlsCss.tag} .${controlsCss.tagIcon}`)].map(
    (icon) => icon.innerHTML,
  );
  expect(icons).toHaveLength(2);
  expect(new Set(icons).size).toBe(2);
});

test("W10 L18 a waitlist entry of a withdrawn activity is marked as kept", async () => {
  document.body.innerHTML = "<main id=root></main>";
  root = createRoot(document.getElementById("root") ?? document.body);
  const element = (
    <ul>
      <SignUpCard
        signUp={{ ...waiting, isPaused: true }}
        onCancel={() => {}}
        onChange={() => {}}
        onAcknowledged={null}
      />
    </ul>
  );
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  await expect.element(page.getByText("候补第 3 位")).toBeVisible();
  await expect
    .element(page.getByText("活动暂未开放，你的候补顺序会保留；重新开放后继续递补。"))
    .toBeVisible();
});

test("L17 an ended sign-up offers the activity, if it has sessions, or others; never another sign-up", async () => {
  document.body.innerHTML = "<main id=root></main>";
  root = createRoot(document.getElementById("root") ?? document.body);
  const ended: OwnSignUp = { ...waiting, state: "ended" };
  const all: OwnSignUp[] = [
    { ...ended, signUpId: "1", sessionId: "11" },
    { ...ended, signUpId: "2" },
    { ...ended, signUpId: "3", activityType: "online" },
    { ...ended, signUpId: "4", state: "cancelled" },
  ];
  const element = (
    <ul>
      {all.map((signUp) => (
        <SignUpCard
          key={signUp.signUpId}
          signUp={signUp}
          onCancel={() => {}}
          onChange={() => {}}
          onAcknowledged={null}
        />
      ))}
    </ul>
  );
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  await expect.element(page.getByText("再次报名")).toBeVisible();
  const ways = [...document.querySelectorAll(`.${mySignUpsCss.ways} a`)];
  expect(ways.map((way) => [way.textContent, way.getAttribute("href")])).toEqual([
    ["查看活动", "/offline/2"],
    ["看看其他活动", "/list?activityType=localoffline"],
    ["看看其他活动", "/list?activityType=online"],
    ["再次报名", "/offline/2"],
  ]);
});

test("W10 a cancelled activity shows the reason, links to the ticket and to others, and permits no changes", async () => {
  document.body.innerHTML = "<main id=root></main>";
  root = createRoot(document.getElementById("root") ?? document.body);
  const off: OwnSignUp = {
    ...waiting,
    state: "cancelled",
    sessionId: "11",
    calledOff: { time: moment, reason: "因暴雨天气" },
  };
  const element = (
    <ul>
      <SignUpCard signUp={off} onCancel={() => {}} onChange={() => {}} onAcknowledged={null} />
    </ul>
  );
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  await expect.element(page.getByText("活动已取消")).toBeVisible();
  await expect.element(page.getByText("取消原因：因暴雨天气")).toBeVisible();
  const links = page.getByRole("link").elements();
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/offline/signUpUser?activityId=2",
    "/list?activityType=localoffline",
  ]);
  expect(page.getByRole("button").elements()).toEqual([]);
});

test("CO56 a sign-up that the organiser gave up shows the reason", async () => {
  document.body.innerHTML = "<main id=root></main>";
  root = createRoot(document.getElementById("root") ?? document.body);
  const given: OwnSignUp = { ...waiting, state: "cancelled", cancelReason: "场地临时维护" };
  const element = (
    <ul>
      <SignUpCard signUp={given} onCancel={() => {}} onChange={() => {}} onAcknowledged={null} />
    </ul>
  );
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  await expect.element(page.getByText("主办方已为你取消报名：场地临时维护")).toBeVisible();
});
