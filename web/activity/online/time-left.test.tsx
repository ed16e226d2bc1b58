import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { Countdown } from "../../ui/display/countdown.tsx";
import { TimeLeft } from "./time-left.tsx";

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
let root: Root | null = null;
afterEach(() => {
  root?.unmount();
  root = null;
  vi.useRealTimers();
});

/** Renders both as the server does: the first rendering is by the time of the answer. */
function show(now: number, left: number): () => [string, string] {
  const from = new Date(now).toISOString();
  const until = new Date(now + left).toISOString();
  const activity = { status: 2, startTime: from, endTime: until, serverTime: from } as const;
  const html = document.createElement("div");
  root = createRoot(html);
  flushSync(() =>
    root?.render(
      <div>
        <dl>
          <TimeLeft activity={activity} />
        </dl>
        <Countdown until={until} from={from} />
      </div>,
    ),
  );
  return () => [
    html.querySelector("dl")?.textContent ?? "",
    html.querySelector("[role=timer]")?.textContent ?? "",
  ];
}

test.each([
  [6 * DAY + 23 * 3_600 * SECOND, "6天后截止", "06天23:00:00"],
  [7 * DAY, "7天后截止", "07天00:00:00"],
  [7 * DAY - 1, "7天后截止", "07天00:00:00"],
  [7 * DAY - SECOND, "6天后截止", "06天23:59:59"],
  [DAY - SECOND, "23小时后截止", "23:59:59"],
  [3_600 * SECOND, "1小时后截止", "01:00:00"],
  [59 * 60 * SECOND, "59分钟后截止", "59:00"],
  [42 * SECOND, "1分钟内截止", "00:42"],
])("K22 with %i ms left, the days and the countdown of a page are one number", (left, days, countdown) => {
  expect(show(Date.now(), left)()).toEqual([days, countdown]);
});

test("K22 both change at the same second, by one timer", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"] });
  const shown = show(Date.now(), 3 * DAY + 1.5 * SECOND);
  const seen: [string, string][] = [shown()];
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  for (let second = 0; second < 3; second += 1) {
    flushSync(() => vi.advanceTimersByTime(SECOND));
    seen.push(shown());
  }
  expect(seen).toEqual([
    ["3天后截止", "03天00:00:02"],
    ["3天后截止", "03天00:00:01"],
    ["3天后截止", "03天00:00:00"],
    ["2天后截止", "02天23:59:59"],
  ]);
});
