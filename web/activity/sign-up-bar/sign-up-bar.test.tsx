import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { SignUpBarKind } from "./sign-up-bar-state.ts";
import { DetailBar } from "../detail/detail-bar.tsx";
import { SignUpAction } from "./sign-up-bar.tsx";
import { show, violations } from "../../ui/testing/show.tsx";

const form = "/offline/signUpUser?activityId=1";
const onFavourite = vi.fn<() => void>();
const onShare = vi.fn<() => void>();
const onApply = vi.fn<() => void>();
const onRemind = vi.fn<() => void>();
const onConditions = vi.fn<() => void>();
const showBar = (kind: SignUpBarKind, isFavourite = false) =>
  show(
    <DetailBar phone="021-5550-0000" favourite={{ isFavourite, toggle: onFavourite }} onShare={onShare}>
      <SignUpAction
        state={{ kind, label: "按钮", note: kind === "full" ? "名额已满" : null }}
        formAddress={form}
        {...{ onApply, onRemind, onConditions }}
      />
    </DetailBar>,
  );
const link = (name: string | RegExp) => page.getByRole("link", { name });

test.each<SignUpBarKind>(["open", "visitor", "signed", "waiting", "offered", "asking"])(
  "%s: a link to form or ticket",
  async (kind) => {
    showBar(kind);
    await expect.element(link("按钮")).toHaveAttribute("href", form);
    expect(await violations()).toEqual([]);
  },
);

test.each<SignUpBarKind>(["open", "visitor", "offered", "asking"])(
  "X16 %s: the way to the form is told when it is taken",
  async (kind) => {
    onApply.mockClear();
    showBar(kind);
    await expect.element(link("按钮")).toBeInTheDocument();
    // Without styles a box without text has no size to click on.
    link("按钮")
      .element()
      .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    expect(onApply).toHaveBeenCalledTimes(1);
  },
);

test("L09 L18 full: link to the waitlist", async () => {
  showBar("full");
  await expect.element(link(/名额已满/)).toHaveAttribute("href", form);
});

test.each<SignUpBarKind>(["ended", "ineligible", "preview"])("%s: nothing to press", async (kind) => {
  showBar(kind);
  await expect.element(page.getByRole("button", { name: "按钮" })).toBeDisabled();
  expect(await violations()).toEqual([]);
});

test("L09 soon: reminds of the opening", async () => {
  showBar("soon");
  await page.getByRole("button", { name: "按钮" }).click();
  expect(onRemind).toHaveBeenCalledTimes(1);
  expect(await violations()).toEqual([]);
});

test("N11 barred: button that opens the conditions", async () => {
  showBar("barred");
  await page.getByRole("button", { name: "按钮" }).click();
  expect(onConditions).toHaveBeenCalledTimes(1);
  expect(await violations()).toEqual([]);
});

test("busy: shows a spinner and ignores presses", async () => {
  showBar("busy");
  await expect.element(page.getByRole("button", { name: "按钮" })).toHaveAttribute("aria-busy", "true");
});

test("the favourite button toggles; sharing is one tap away", async () => {
  showBar("open", true);
  const favourite = page.getByRole("button", { name: "收藏" });
  await expect.element(favourite).toHaveAttribute("aria-pressed", "true");
  await favourite.click();
  expect(onFavourite).toHaveBeenCalledTimes(1);
  await page.getByRole("button", { name: "分享" }).click();
  expect(onShare).toHaveBeenCalledTimes(1);
});

test("the consult button calls the dealer", async () => {
  showBar("open");
  await expect.element(link("咨询")).toHaveAttribute("href", "tel:021-5550-0000");
});
