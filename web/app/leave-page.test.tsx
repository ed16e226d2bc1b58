import { useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { assignLocation } from "../platform/navigation/leave-page.ts";
import { setSite } from "../platform/environment/site.ts";
import { Sheet } from "../ui/overlay/sheet.tsx";

function Shown() {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <button onClick={() => setOpen(true)}>打开</button>
      <Sheet isOpen={isOpen} title="筛选" onClose={() => setOpen(false)}>
        {null}
      </Sheet>
    </main>
  );
}

let root: Root;
beforeEach(() => {
  setSite({ brand: demoBrand, apiBase: null, passBase: null, securityBase: null, appKey: "k" });
  document.body.replaceChildren(document.createElement("div"));
  root = createRoot(document.body.firstElementChild as Element);
  root.render(<Shown />);
});
afterEach(() => root.unmount());
const depth = (): number => (history.state as { sheet?: number } | null)?.sheet ?? 0;
/** Waits for a step in the history and its consequences; a fixed time, since no event says that none follows. */
const steps = () => new Promise((resolve) => setTimeout(resolve, 250));

it.each([
  ["open", () => Promise.resolve()],
  ["just closed", () => userEvent.keyboard("{Escape}")],
] as const)(
  "N09 a navigation from a sheet that is %s arrives, and Back returns to the page",
  async (_what, close) => {
    await page.getByRole("button", { name: "打开" }).click();
    await expect.poll(depth).toBe(1);
    await close();
    assignLocation("#there");
    await expect.poll(() => location.hash).toBe("#there");
    await steps();
    expect(location.hash).toBe("#there");
    History.prototype.back.call(history);
    await expect.poll(() => location.hash).toBe("");
    expect(depth()).toBe(0);
    await steps();
  },
);
