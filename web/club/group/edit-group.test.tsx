import { useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { PictureSender } from "../../ui/media/use-picture-uploads.ts";
import EditGroup from "./edit-group.tsx";
import { groupDetail } from "../testing/samples.ts";
import { logIn, show, resetClub } from "../testing/show.tsx";

const world = vi.hoisted(() => ({
  arrive: (_url: string): void => {},
  fail: (_error: Error): void => {},
  /** The group's cover, as the page has it; and who draws it. */
  coverUrl: "",
  draw: (): void => {},
}));
vi.mock("./upload-cover.ts", () => ({
  coverSender:
    (): PictureSender =>
    (_file, _longestSide, { onSmall }) =>
      new Promise((resolve, reject) => {
        onSmall();
        Object.assign(world, { arrive: resolve, fail: reject });
      }),
}));
const old = groupDetail();
function Sample() {
  const coverUrl = useSyncExternalStore(
    (listener) => {
      Object.assign(world, { draw: listener });
      return () => {};
    },
    () => world.coverUrl,
  );
  return <EditGroup group={{ ...old, coverUrl }} onClose={() => {}} />;
}
let unmount: () => void;
beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  logIn();
  world.coverUrl = old.coverUrl;
  ({ unmount } = show(<Sample />));
});
afterEach(() => unmount());

const field = () => page.getByLabelText("更换封面");
const choose = (name: string) => userEvent.upload(field(), new File(["x"], name, { type: "image/jpeg" }));

it("P12 a cover on its way keeps the form; failed, the old one stays the group's; there, it may be changed again", async () => {
  await choose("山.jpg");
  await expect.element(page.getByRole("button", { name: "正在更换封面" })).toBeDisabled();
  world.fail(new Error("cut"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("没有上传成功，请重试");
  await expect.element(page.getByRole("button", { name: "保存" })).toBeEnabled();
  await page.getByRole("button", { name: "重试 山.jpg" }).click();
  await expect.element(page.getByRole("button", { name: "正在更换封面" })).toBeDisabled();
  world.arrive("/media/new.svg");
  // Until the page has it, what was chosen stands there: never the old one again.
  await expect.element(page.getByText("已上传")).toBeVisible();
  expect(field().query()).toBeNull();
  world.coverUrl = "/media/new.svg";
  world.draw();
  await expect.element(field()).toBeInTheDocument();
  expect(page.getByText("已上传").query()).toBeNull();
  expect(document.querySelector(".pf-over img")?.getAttribute("src")).toContain("new.svg");
});
