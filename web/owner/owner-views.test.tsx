import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import type { ReactNode } from "react";
import { ApplicationReview, VerifiedOwner } from "./owner-views.tsx";

let root: Root;
function show(part: ReactNode): void {
  const place = document.createElement("main");
  document.body.replaceChildren(place);
  root = createRoot(place);
  root.render(<RouterProvider router={createMemoryRouter([{ path: "*", element: part }])} />);
}
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});
const owner = { isOwner: true, cars: [], application: null };
const link = (name: string) => page.getByRole("link", { name });

it("P13 a user who came from a group returns to it, verified or still under review; others go to the activities", async () => {
  show(<VerifiedOwner state={owner} vip="VIP 金卡" groupId="101" onAdd={() => {}} />);
  await expect.element(link("回到车友会")).toHaveAttribute("href", "/club/group/101");
  await expect.element(page.getByText("VIP 金卡")).toBeVisible();
  root.unmount();
  show(<VerifiedOwner state={owner} vip={null} groupId={null} onAdd={() => {}} />);
  await expect.element(link("看看活动")).toHaveAttribute("href", "/list");
  root.unmount();
  const application = {
    applicationId: "1",
    status: "review",
    vin: "LSV***",
    seriesCode: "yuanshan",
    seriesName: "远山",
    pictureUrl: null,
    reason: null,
    createdTime: "2026-11-21T09:00:00+08:00",
    decidedTime: null,
  } as const;
  show(<ApplicationReview application={application} groupId="101" poll={() => Promise.resolve()} />);
  await expect.element(link("先回到车友会")).toHaveAttribute("href", "/club/group/101");
});

it("P14 an owner whose next car is declined stays one, sees the reason, and can apply again", async () => {
  const application = {
    applicationId: "2",
    status: "declined",
    vin: "LSV***",
    seriesCode: "yuanshan",
    seriesName: "远山",
    pictureUrl: null,
    reason: "照片不清晰",
    createdTime: "2026-11-21T09:00:00+08:00",
    decidedTime: "2026-11-21T09:05:00+08:00",
  } as const;
  let asked = 0;
  show(
    <VerifiedOwner vip={null} state={{ ...owner, application }} groupId={null} onAdd={() => (asked += 1)} />,
  );
  await expect.element(page.getByText("你已是认证车主")).toBeVisible();
  const said = page.getByRole("status").filter({ hasText: "没有通过" });
  await expect
    .element(said)
    .toHaveTextContent("没有通过：照片不清晰没有通过的是这次提交的远山，你的车主身份不受影响");
  await page.getByRole("button", { name: "修改后重新提交" }).click();
  expect(asked).toBe(1);
});
