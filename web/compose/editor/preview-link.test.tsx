import "../../ui/styles/test-base-styles.ts";
import "../../ui/styles/controls.module.css";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { setSite } from "../../platform/environment/site.ts";
import { onChallenge } from "../../platform/http/challenges.ts";
import { fakeServer } from "../../platform/testing/fake-server.ts";
import { linkedPage } from "../api.ts";
import { PreviewLink } from "./preview-link.tsx";

const expiresTime = "2026-11-22T10:00:00+08:00";
let root: Root;
let issued: number;
beforeEach(() => {
  issued = 0;
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "key" });
  fakeServer(({ url: { pathname } }) => {
    const url = `https://m.example/online/00?previewToken=${issued + 1}`;
    const data = pathname.endsWith("/revoke") ? { revoked: issued } : { url, expiresTime };
    issued = pathname.endsWith("/revoke") ? 0 : issued + 1;
    return Response.json({ code: "00", data });
  });
  document.body.innerHTML = "<div id=root></div>";
});
afterEach(() => root.unmount());

test("C17 W10 an address for others is created, shown with its end, and revoked after a question", async () => {
  root = createRoot(document.getElementById("root") ?? document.body);
  root.render(<PreviewLink page={linkedPage("a".repeat(43), "小陈")} />);
  await page.getByRole("button", { name: "生成地址" }).click();
  const address = page.getByRole("link", { name: "https://m.example/online/00?previewToken=1" });
  await expect.element(address).toHaveAttribute("rel", "noreferrer");
  await expect.element(page.getByText(/^有效至 11月22日/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "复制链接" })).toBeVisible();
  const asked: string[] = [];
  let isSure = false;
  const stop = onChallenge((challenge) => {
    asked.push(challenge.kind === "toast" ? challenge.args.text : challenge.kind);
    if (challenge.kind === "dialog") challenge.answer(isSure);
  });
  const revoke = () => page.getByRole("button", { name: "全部作废" }).click();
  await revoke();
  await expect.poll(() => asked).toEqual(["dialog"]);
  expect(issued).toBe(1);
  isSure = true;
  await revoke();
  await expect.element(page.getByRole("button", { name: "生成地址" })).toBeVisible();
  expect([asked, issued]).toEqual([["dialog", "dialog", "已作废 1 个预览链接"], 0]);
  stop();
});
