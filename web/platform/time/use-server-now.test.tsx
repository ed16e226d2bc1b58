import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { serverTime } from "./server-time.ts";
import { useServerNow } from "./use-server-now.ts";

const answered = "2026-11-30T09:59:50+08:00";
const opening = "2026-11-30T10:00:00+08:00";
const at = Date.parse(answered);
let root: Root;

const moments = [opening, "2026-12-30T10:00:00+08:00"];
function Page() {
  const now = useServerNow(answered, moments);
  return <p>{now < Date.parse(opening) ? "soon" : "open"}</p>;
}
const text = () => document.querySelector("p")?.textContent;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
});
afterEach(() => {
  root.unmount();
  vi.useRealTimers();
});
async function open(): Promise<void> {
  document.body.innerHTML = '<div id="root"></div>';
  root = createRoot(document.getElementById("root") as HTMLElement);
  root.render(<Page />);
  await expect.poll(text).toBeDefined();
}

test.each([-86_400_000, 0, 86_400_000])(
  "K22 a phone clock that is %i ms off has no effect: the page updates at the server's time",
  async (off) => {
    vi.setSystemTime(at + off);
    serverTime.updateFromHeader(answered);
    await open();
    expect(text()).toBe("soon");
    vi.advanceTimersByTime(9_000);
    expect(text()).toBe("soon");
    vi.advanceTimersByTime(1_500);
    await expect.poll(text).toBe("open");
  },
);

test("K22 a page that slept past the opening updates when it is shown again", async () => {
  vi.setSystemTime(at);
  serverTime.updateFromHeader(answered);
  await open();
  vi.setSystemTime(at + 60_000);
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(text).toBe("open");
});
