import "../styles/test-base-styles.ts";
import "../styles/controls.module.css";
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../testing/show.tsx";
import { Button } from "./button.tsx";

function TwoLooks() {
  const [isPrimary, setPrimary] = useState(true);
  return (
    <Button look={isPrimary ? "primary" : "outline"} onClick={() => setPrimary(false)}>
      扫码
    </Button>
  );
}

test("Z08 a button that gets another look has both of its colours at once, so that its text can be read", async () => {
  show(<TwoLooks />);
  const button = page.getByRole("button", { name: "扫码" });
  await button.click();
  const colours = (): unknown => {
    const { color, backgroundColor } = getComputedStyle(button.element());
    return { color, backgroundColor };
  };
  await expect.element(button).not.toHaveStyle({ color: "rgb(255, 255, 255)" });
  const first = colours();
  await Promise.all(
    button
      .element()
      .getAnimations()
      .map((animation) => animation.finished),
  );
  expect(first).toEqual(colours());
});
