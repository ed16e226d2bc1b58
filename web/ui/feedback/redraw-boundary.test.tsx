import { Component, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { RedrawBoundary } from "./redraw-boundary.tsx";

/** Two texts and an element, which React inserts and removes beside each other. */
function Part() {
  const [count, setCount] = useState(0);
  return (
    <section>
      {count > 0 && `已选 ${count}`}
      {count === 0 && "未选"}
      <button type="button" onClick={() => setCount(count + 1)}>
        选
      </button>
    </section>
  );
}
class Outer extends Component<{ children: ReactNode }, { message: string }> {
  override state = { message: "" };
  static getDerivedStateFromError = (error: Error) => ({ message: error.message });
  override render() {
    return this.state.message === "" ? this.props.children : <h1>{this.state.message}</h1>;
  }
}
let broken: Error | null;
const Broken = () => {
  if (broken) throw broken;
  return <p>好了</p>;
};

let root: Root;
const show = (children: ReactNode) => {
  document.body.replaceChildren(document.createElement("main"));
  root = createRoot(document.body.firstElementChild as Element, {
    onCaughtError: () => {},
    onUncaughtError: () => {},
  });
  flushSync(() => root.render(<Outer>{children}</Outer>));
};
beforeEach(() => {
  broken = null;
});
afterEach(() => root.unmount());

test("Z12 a part whose texts others have removed is drawn again, and works", async () => {
  show(
    <RedrawBoundary>
      <Part />
    </RedrawBoundary>,
  );
  // Without web/app/mend-nodes.js React cannot remove a text that was replaced.
  const text = document.querySelector("section")?.firstChild as Text;
  text.replaceWith(document.createElement("font"));
  await page.getByRole("button", { name: "选" }).click();
  const shown = () => document.querySelector("section")?.textContent;
  await expect.poll(shown).toBe("未选选");
  await page.getByRole("button", { name: "选" }).click();
  await expect.poll(shown).toBe("已选 1选");
});

test("Z12 an error of another kind goes on to the next boundary, and so does one that stays", async () => {
  broken = new TypeError("x is undefined");
  show(
    <RedrawBoundary>
      <Broken />
    </RedrawBoundary>,
  );
  await expect.element(page.getByRole("heading", { name: "x is undefined" })).toBeVisible();
  root.unmount();
  broken = new DOMException("not a child", "NotFoundError");
  show(
    <RedrawBoundary>
      <Broken />
    </RedrawBoundary>,
  );
  await expect.element(page.getByRole("heading", { name: "not a child" })).toBeVisible();
});

test("Z11 the fallback is shown where there is no other boundary", async () => {
  broken = new RangeError("never ends");
  const seen = vi.fn<() => void>();
  document.body.replaceChildren(document.createElement("main"));
  root = createRoot(document.body.firstElementChild as Element, {
    onUncaughtError: seen,
    onCaughtError: () => {},
  });
  root.render(
    <RedrawBoundary fallback={<p role="alert">没有加载完整</p>}>
      <Broken />
    </RedrawBoundary>,
  );
  await expect.element(page.getByRole("alert")).toHaveTextContent("没有加载完整");
  expect(seen).not.toHaveBeenCalled();
});
