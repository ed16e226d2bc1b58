import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/controls.module.css";
import "../../ui/form/field.module.css";
import "../compose.module.css";
import { useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { Refusal } from "#contract/core/errors.ts";
import { PictureInput } from "./picture-input.tsx";
import type { SendFile } from "./use-upload.ts";

let root: Root;
function show(send: SendFile): void {
  document.body.innerHTML = "<main id=root></main>";
  function Sample() {
    const [value, setValue] = useState("");
    const spec = { name: "url", label: "图片地址", look: "picture" } as const;
    return <PictureInput {...{ spec, value, send }} error={null} pictures={[]} onChange={setValue} />;
  }
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(<Sample />);
}
afterEach(() => root.unmount());
const choose = (name = "a.jpg") =>
  page.getByLabelText("图片地址：从本机上传").upload(new File(["x"], name, { type: "image/jpeg" }));
const address = () => page.getByRole("textbox", { name: "图片地址" });

test("S01 W10 the URL of an uploaded picture is in its field; the progress is shown", async () => {
  let finish: (url: string) => void = () => {};
  show(async (_file, { onResized, onProgress }) => {
    onResized();
    onProgress(0.4);
    return new Promise((resolve) => (finish = resolve));
  });
  await choose();
  await expect.element(page.getByText("已上传 40%")).toBeVisible();
  finish("/media/page-0123456789abcdef.jpg");
  await expect.element(address()).toHaveValue("/media/page-0123456789abcdef.jpg");
  await expect.element(page.getByText("换一张")).toBeVisible();
  expect(document.querySelector("progress")).toBeNull();
});

test("S03 W10 a refusal is shown; a network failure can be retried; the last chosen picture counts", async () => {
  const answers: (() => Promise<string>)[] = [
    () => Promise.reject(new Refusal("unsupportedType", { message: "请上传 JPG、PNG 或 WebP 格式的照片" })),
    () => Promise.reject(new Refusal("offline")),
    () => Promise.resolve("/media/page-again.jpg"),
  ];
  show(() => answers.shift()?.() ?? Promise.reject(new Error("no more")));
  await choose();
  await expect.element(page.getByRole("alert")).toHaveTextContent("请上传 JPG、PNG 或 WebP 格式的照片");
  expect(page.getByRole("button", { name: "重试" }).elements()).toEqual([]);
  await choose();
  await page.getByRole("button", { name: "重试" }).click();
  await expect.element(address()).toHaveValue("/media/page-again.jpg");

  root.unmount();
  const waiting: ((url: string) => void)[] = [];
  show(() => new Promise((resolve) => waiting.push(resolve)));
  await choose("first.jpg");
  await choose("second.jpg");
  waiting[1]?.("/media/page-second.jpg");
  await expect.element(address()).toHaveValue("/media/page-second.jpg");
  waiting[0]?.("/media/page-first.jpg");
  await new Promise((resolve) => setTimeout(resolve));
  await expect.element(address()).toHaveValue("/media/page-second.jpg");
});
