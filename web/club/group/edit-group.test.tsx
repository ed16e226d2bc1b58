import { useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { PictureSender } from "../../ui/media/use-picture-uploads.ts";
import EditGroup from "./edit-group.tsx";
import { groupDetail } from "../testing/samples.ts";
import { logIn, show, resetClub } from "../testing/show.tsx";
import * as pictureFieldCss from "../../ui/media/picture-field.module.css";

const upload = vi.hoisted(() => ({
  succeed: (_url: string): void => {},
  fail: (_error: Error): void => {},
  /** Cover of the group in the page, and the function that renders a change of it. */
  coverUrl: "",
  render: (): void => {},
}));
vi.mock("./upload-cover.ts", () => ({
  uploadCover:
    (): PictureSender =>
    (_file, _longestSide, { onResized }) =>
      new Promise((resolve, reject) => {
        onResized();
        Object.assign(upload, { succeed: resolve, fail: reject });
      }),
}));
const old = groupDetail();
function Sample() {
  const coverUrl = useSyncExternalStore(
    (listener) => {
      Object.assign(upload, { render: listener });
      return () => {};
    },
    () => upload.coverUrl,
  );
  return <EditGroup group={{ ...old, coverUrl }} onClose={() => {}} />;
}
let unmount: () => void;
beforeEach(async () => {
  await page.viewport(390, 844);
  resetClub();
  logIn();
  upload.coverUrl = old.coverUrl;
  ({ unmount } = show(<Sample />));
});
afterEach(() => unmount());

const field = () => page.getByLabelText("更换封面");
const choose = (name: string) => userEvent.upload(field(), new File(["x"], name, { type: "image/jpeg" }));

it("P12 an uploading cover blocks saving; a failed upload keeps the old one; a new cover can be changed again", async () => {
  await choose("山.jpg");
  await expect.element(page.getByRole("button", { name: "正在更换封面" })).toBeDisabled();
  upload.fail(new Error("aborted"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("没有上传成功，请重试");
  await expect.element(page.getByRole("button", { name: "保存" })).toBeEnabled();
  await page.getByRole("button", { name: "重试 山.jpg" }).click();
  await expect.element(page.getByRole("button", { name: "正在更换封面" })).toBeDisabled();
  upload.succeed("/media/new.svg");
  // The chosen picture stays until the page has the new cover, so that the old one never reappears.
  await expect.element(page.getByText("已上传")).toBeVisible();
  expect(field().query()).toBeNull();
  upload.coverUrl = "/media/new.svg";
  upload.render();
  await expect.element(field()).toBeInTheDocument();
  expect(page.getByText("已上传").query()).toBeNull();
  expect(document.querySelector(`.${pictureFieldCss.overPicture} img`)?.getAttribute("src")).toContain(
    "new.svg",
  );
});
