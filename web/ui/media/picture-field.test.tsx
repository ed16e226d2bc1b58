import "../styles/test-base-styles.ts";
import "../styles/controls.module.css";
import "../form/field.module.css";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Refusal } from "#contract/core/errors.ts";
import { PictureField } from "./picture-field.tsx";
import { usePictureUploads, type PictureSender } from "./use-picture-uploads.ts";
import * as pictureFieldCss from "./picture-field.module.css";

type Sent = {
  readonly name: string;
  readonly sending: Parameters<PictureSender>[2];
  resolve(pictureId: string): void;
  reject(error: Error): void;
};
let sent: Sent[] = [];
let root: Root;
const send: PictureSender = (file, _longestSide, sending) =>
  new Promise((resolve, reject) => {
    sent.push({ name: file.name, sending, resolve, reject });
  });

function Sample() {
  const pictures = usePictureUploads(2, 1280, send);
  return (
    <>
      <PictureField label="行驶证照片" hint="四角入镜" isRequired pictures={pictures} max={2} />
      <output data-testid="ids">{pictures.ids.join(",")}</output>
      <output data-testid="busy">{String(pictures.isBusy)}</output>
    </>
  );
}
beforeEach(() => {
  sent = [];
  const place = document.createElement("div");
  document.body.append(place);
  root = createRoot(place);
  root.render(<Sample />);
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});

const choose = (...names: string[]) =>
  userEvent.upload(
    page.getByLabelText(/拍照或从相册选择/),
    names.map((name) => new File(["x"], name, { type: "image/jpeg" })),
  );
const ids = () => page.getByTestId("ids").element().textContent;
const last = (): Sent => {
  const found = sent.at(-1);
  if (!found) throw new Error("nothing was sent");
  return found;
};

it("S03 a chosen picture is uploaded at once, shows its progress, and counts when it is complete", async () => {
  await choose("a.jpg");
  await expect.element(page.getByText("正在处理")).toBeVisible();
  expect(page.getByTestId("busy").element().textContent).toBe("true");
  last().sending.onResized();
  last().sending.onProgress(0.42);
  await expect.element(page.getByText("已上传 42%")).toBeVisible();
  await expect.element(page.getByRole("progressbar")).toHaveAttribute("value", "42");
  last().resolve("11");
  await expect.poll(ids).toBe("11");
  expect(page.getByTestId("busy").element().textContent).toBe("false");
});

it("S03 a failed upload can be retried; an invalid file cannot", async () => {
  await choose("a.jpg");
  await expect.poll(() => sent.length).toBe(1);
  last().reject(new Refusal("offline"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("第 1 张：网络不可用，请检查网络后重试");
  await page.getByRole("button", { name: "重试 a.jpg" }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(last().name).toBe("a.jpg");
  last().reject(new Refusal("unsupportedType", { message: "图片已损坏，请换一张" }));
  await expect.element(page.getByText("第 1 张：图片已损坏，请换一张")).toBeVisible();
  expect(page.getByRole("button", { name: "重试 a.jpg" }).query()).toBeNull();
});

it("S03 removing a picture stops its upload, and the same one can be chosen again", async () => {
  await choose("a.jpg");
  await expect.poll(() => sent.length).toBe(1);
  const { signal } = last().sending;
  await page.getByRole("button", { name: "移除 a.jpg" }).click();
  expect(signal.aborted).toBe(true);
  await expect.poll(() => page.getByRole("img").query()).toBeNull();
  await choose("a.jpg");
  await expect.poll(() => sent.length).toBe(2);
  last().resolve("12");
  await expect.poll(ids).toBe("12");
});

it("S03 no more than the maximum, each uploaded separately", async () => {
  await choose("a.jpg", "b.jpg", "c.jpg");
  await expect.poll(() => sent.map(({ name }) => name)).toEqual(["a.jpg", "b.jpg"]);
  expect(page.getByLabelText(/拍照或从相册选择/).query()).toBeNull();
  sent[1]?.resolve("b");
  sent[0]?.reject(new Refusal("timeout"));
  await expect.poll(ids).toBe("b");
  await expect.element(page.getByRole("alert")).toBeVisible();
});

const boxOf = (element: Element) => element.getBoundingClientRect();
it("S03 P12 in a narrow tile retry is beside remove, and the reason is a full line below", async () => {
  const place = document.body.firstElementChild as HTMLElement;
  place.style.width = "111px";
  await choose("a.jpg");
  await expect.poll(() => sent.length).toBe(1);
  last().sending.onResized();
  last().sending.onProgress(0.42);
  await expect.element(page.getByText("已上传 42%")).toBeVisible();
  expect(boxOf(page.getByRole("progressbar").element()).width).toBeGreaterThan(60);
  last().reject(new Refusal("offline"));
  const retry = page.getByRole("button", { name: "重试 a.jpg" });
  await expect.element(retry).toBeVisible();
  const [tile, again, away] = [
    document.querySelector(`.${pictureFieldCss.item}`) as Element,
    retry.element(),
    page.getByRole("button", { name: "移除 a.jpg" }).element(),
  ].map(boxOf);
  expect(again?.top).toBeGreaterThanOrEqual(away?.bottom ?? 0);
  expect(again?.bottom).toBeLessThanOrEqual(tile?.bottom ?? 0);
  const reason = page.getByRole("alert");
  await expect.element(reason).toHaveTextContent("第 1 张：网络不可用，请检查网络后重试");
  expect(boxOf(reason.element()).top).toBeGreaterThanOrEqual(tile?.bottom ?? 0);
  await retry.click();
  await expect.element(reason).not.toBeInTheDocument();
  last().reject(new Refusal("unsupportedType", { message: "图片已损坏，请换一张" }));
  await expect.element(page.getByText("请移除")).toBeVisible();
  // A picture that cannot be decoded must not show its alternative text across the tile.
  await expect.poll(() => page.getByRole("img", { name: "a.jpg 的预览" }).query()).toBeNull();
});
