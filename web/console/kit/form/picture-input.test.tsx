import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Refusal } from "#contract/core/errors.ts";
import { axeFindings, showInConsole } from "../../testing/show-in-console.tsx";
import { PictureUploadInput } from "./picture-input.tsx";
import type { SendPictureFile } from "./use-picture-upload.ts";

const dot = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const file = () => new File(["picture"], "cover.png", { type: "image/png" });

function show(send: SendPictureFile): void {
  const Form = () => {
    const [value, setValue] = useState("");
    return (
      <main>
        <PictureUploadInput
          label="封面"
          value={value}
          onChange={setValue}
          send={send}
          preview={{ width: 168, height: 112 }}
          pictures={[dot]}
        />
      </main>
    );
  };
  showInConsole(<Form />);
}
const address = () => page.getByRole("textbox", { name: "封面：图片地址" });
const area = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>("fieldset[aria-labelledby]");
  if (found === null) throw new Error("no field");
  return found;
};
const transfer = (): DataTransfer => {
  const given = new DataTransfer();
  given.items.add(file());
  return given;
};

test("a picture is taken by drop, by paste and among those in use", async () => {
  let sent = 0;
  show(async () => `/media/${String(++sent)}.png`);
  await expect.element(address()).toBeVisible();
  for (const theme of ["light", "dark"] as const) expect(await axeFindings(theme)).toEqual([]);
  area().dispatchEvent(new DragEvent("drop", { bubbles: true, dataTransfer: transfer() }));
  await expect.element(address()).toHaveValue("/media/1.png");
  area().dispatchEvent(new ClipboardEvent("paste", { bubbles: true, clipboardData: transfer() }));
  await expect.element(address()).toHaveValue("/media/2.png");
  await page.getByText("从已有图片中选择").click();
  await page.getByRole("button", { name: "第 1 张图片" }).click();
  await expect.element(address()).toHaveValue(dot);
});

test("a picture that is refused says why, and one that failed on the way is sent again", async () => {
  const refusals = [
    new Refusal("unsupportedType", { message: "请上传 JPG、PNG 或 WebP 格式的照片" }),
    new Refusal("offline"),
  ];
  let sent = 0;
  show(async () => {
    const refusal = refusals[sent++];
    if (refusal) throw refusal;
    return "/media/kept.png";
  });
  const upload = () => page.getByLabelText("封面：上传图片").upload(file());
  await upload();
  await expect.element(page.getByRole("alert")).toHaveTextContent("请上传 JPG、PNG 或 WebP 格式的照片");
  await expect.element(page.getByRole("button", { name: "重试" })).not.toBeInTheDocument();
  await upload();
  await page.getByRole("button", { name: "重试" }).click();
  await expect.element(address()).toHaveValue("/media/kept.png");
});
