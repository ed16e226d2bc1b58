import { useLoaderData } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { blockFromGroup, listGroupMembers, reviewJoin, type GroupDetail } from "#contract/club/club.ts";
import { fakeServer, responseOf } from "../../platform/testing/fake-server.ts";
import { GroupScreen } from "./group-screen.tsx";
import { groupDetail, groupMember } from "../testing/samples.ts";
import { logIn, raisedWith, show, resetClub } from "../testing/show.tsx";
import * as clubCss from "../club.module.css";

let unmount: () => void;
/** Ids of the applicants on the server. */
let waiting: string[];
/** Ids of the members on the server. */
let members: string[];
const nameOf = (call: { paths: readonly string[] }) => call.paths[0]?.split("/").at(-1) ?? "";

beforeEach(async () => {
  members = ["1"];
  await page.viewport(390, 844);
  resetClub();
  logIn();
  raisedWith();
  fakeServer(({ name, url: { searchParams }, body }) => {
    const { userId, accepted } = (body ?? {}) as { userId: string; accepted?: boolean };
    if (name === nameOf(blockFromGroup)) {
      members = members.filter((id) => id !== userId);
      return responseOf({ data: { blocked: true } });
    }
    if (name === nameOf(reviewJoin)) {
      waiting = waiting.filter((id) => id !== userId);
      if (accepted) members.push(userId);
      return responseOf({ data: { standing: "joined", waiting: waiting.length } });
    }
    if (name !== nameOf(listGroupMembers)) return responseOf({ status: 503 });
    const after = Number(searchParams.get("cursor") ?? 0);
    const all = searchParams.get("waiting") === "1" ? waiting : members;
    const rest = all.filter((id) => Number(id) > after);
    const list = rest.slice(0, Number(searchParams.get("pageSize")));
    const nextCursor = rest.length > list.length ? (list.at(-1) ?? null) : null;
    return responseOf({ data: { list: list.map((id) => groupMember(id)), nextCursor } });
  });
});
afterEach(() => {
  unmount();
  vi.restoreAllMocks();
});

const Loaded = () => {
  const group = useLoaderData<GroupDetail>();
  const shown = { screen: "group", tab: "members", group, feed: group.feed } as const;
  return <GroupScreen shown={shown} isOwn path="group/101/members" />;
};
const showMembers = () => {
  ({ unmount } = show(<Loaded />, "/club/group/101/members", () =>
    groupDetail({ waiting: waiting.length, members: members.length }),
  ));
};
const heading = (count: number) => page.getByRole("heading", { name: `${count} 人申请加入` });
const accept = (id: number) => page.getByRole("button", { name: `同意 车友 ${id} 加入`, exact: true });

it("P06 P12 with more applicants than a page the total is shown, and all of them can be decided", async () => {
  waiting = Array.from({ length: 120 }, (_, at) => String(101 + at));
  showMembers();
  await expect.element(heading(120)).toBeVisible();
  await accept(101).click();
  await expect.element(heading(119)).toBeVisible();
  const down = () => {
    [...document.querySelectorAll(`.${clubCss.asks}`)].at(-1)?.scrollIntoView();
    return accept(220).elements().length;
  };
  await expect.poll(down).toBe(1);
  await expect.element(heading(119)).toBeInTheDocument();
  await accept(220).click();
  await expect.element(heading(118)).toBeInTheDocument();
  await expect.poll(() => waiting).toHaveLength(118);
});

it("P06 P12 new applicants appear when all loaded ones are decided", async () => {
  waiting = ["101", "102"];
  showMembers();
  await expect.element(accept(102)).toBeVisible();
  waiting.push("103");
  await accept(101).click();
  await accept(102).click();
  await expect.element(accept(103)).toBeVisible();
  await expect.element(heading(1)).toBeVisible();
  await accept(103).click();
  await expect.element(heading(1)).not.toBeInTheDocument();
  // Waits for the request, which the next test's server would answer otherwise.
  await expect.poll(() => waiting).toEqual([]);
});

it("P12 an accepted applicant appears among the members at once, a declined one does not", async () => {
  waiting = ["101", "102"];
  showMembers();
  const list = page.getByRole("list", { name: "成员", exact: true });
  await accept(101).click();
  await expect.element(list.getByText("车友 101")).toBeVisible();
  await page.getByRole("button", { name: "拒绝 车友 102 加入", exact: true }).click();
  await expect.element(heading(1)).not.toBeInTheDocument();
  await expect.poll(() => waiting).toEqual([]);
  expect(list.getByText("车友 102").elements()).toEqual([]);
});

it("P12 P23 removing a member reloads the group with its number of members", async () => {
  waiting = [];
  members = ["1", "5", "6"];
  showMembers();
  await expect.element(page.getByText(/^3 位车友/)).toBeVisible();
  await page.getByRole("button", { name: "移出 车友 6", exact: true }).click();
  await page.getByRole("textbox").fill("广告");
  await page.getByRole("dialog").getByRole("button", { name: /移出/ }).click();
  await expect.element(page.getByText(/^2 位车友/)).toBeVisible();
  await expect
    .element(page.getByRole("button", { name: "移出 车友 6", exact: true }))
    .not.toBeInTheDocument();
});
