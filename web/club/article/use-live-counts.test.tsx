import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { articleStreamPath, showArticleCounts } from "#contract/club/articles.ts";
import {
  fakeServer,
  responseOf,
  type FakeAnswer,
  type FakeRequest,
} from "../../platform/testing/fake-server.ts";
import { toggles } from "../club-state.ts";
import { raisedWith, show, resetClub } from "../testing/show.tsx";
import { useLiveCounts } from "./use-live-counts.ts";

/** EventSource that the test controls. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readonly url: string;
  readyState = 1;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }
  close() {
    this.readyState = 2;
  }
  emit(name: string, data: unknown) {
    this.dispatchEvent(
      new MessageEvent(name, { data: typeof data === "string" ? data : JSON.stringify(data) }),
    );
  }
}
function Sample() {
  const { counts, isGone } = useLiveCounts("1", 4);
  const text = counts === null ? "nothing" : `${counts.likes} ${counts.comments}`;
  return <output>{isGone ? "gone" : text}</output>;
}
let unmount: () => void;
let requests: FakeRequest[];
let answer: FakeAnswer;
const open = () => FakeSource.all.filter(({ readyState }) => readyState !== 2);
const text = () => page.getByRole("status").element().textContent;
function hide(hidden: boolean) {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.dispatchEvent(new Event("visibilitychange"));
}
beforeEach(async () => {
  resetClub();
  raisedWith();
  FakeSource.all = [];
  vi.stubGlobal("EventSource", FakeSource);
  answer = { code: "00", data: { likes: 30, comments: 9, version: 9 } };
  requests = fakeServer(() => responseOf(answer));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  ({ unmount } = show(<Sample />));
  await vi.waitUntil(() => FakeSource.all.length === 1);
});
afterEach(() => {
  unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("P12 counts come by the stream; old and invalid events are ignored", async () => {
  const [source] = FakeSource.all;
  expect(source?.url).toContain(`${articleStreamPath}?articleId=1&version=4`);
  toggles.receive("article 1", { isOn: true, count: 5 });
  source?.emit("pulse", { likes: 8, comments: 2, version: 6 });
  await vi.waitFor(() => expect(text()).toBe("8 2"));
  expect(toggles.read("article 1")).toEqual({ isOn: true, count: 8 });
  source?.emit("pulse", { likes: 7, comments: 1, version: 5 });
  source?.emit("pulse", "{");
  source?.emit("pulse", { likes: "<b>", comments: 2, version: 7 });
  source?.emit("pulse", { likes: 9, comments: 2, version: 8 });
  await vi.waitFor(() => expect(text()).toBe("9 2"));
  source?.emit("gone", "");
  await vi.waitFor(() => expect(text()).toBe("gone"));
  expect(open()).toEqual([]);
});

it("P12 a hidden page closes the stream; a visible one reopens it from the last version", async () => {
  FakeSource.all[0]?.emit("pulse", { likes: 8, comments: 2, version: 6 });
  await vi.waitFor(() => expect(text()).toBe("8 2"));
  hide(true);
  expect(open()).toEqual([]);
  hide(false);
  expect(open().map(({ url }) => url.split("version=")[1])).toEqual(["6"]);
});

it("P12 a buffered stream is replaced by polling; a ready but silent stream is not", async () => {
  const [source] = FakeSource.all;
  source?.emit("ready", {});
  await vi.advanceTimersByTimeAsync(30_000);
  expect(open()).toEqual([source]);
  hide(true);
  hide(false);
  expect(open()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(10_500);
  expect(open()).toEqual([]);
  await vi.waitFor(() => expect(text()).toBe("30 9"));
  expect(requests[0]?.url.pathname.endsWith(showArticleCounts.paths[0])).toBe(true);
});

it("P12 P23 a deleted article is detected when the stream fails, before the first poll", async () => {
  answer = { status: 404, code: "404", message: "这篇文章看不到了" };
  const [source] = FakeSource.all;
  if (source) source.readyState = 2;
  source?.dispatchEvent(new Event("error"));
  await vi.waitFor(() => expect(text()).toBe("gone"));
  await vi.advanceTimersByTimeAsync(65_000);
  expect(requests).toHaveLength(1);
});

it("P12 without a stream the counts are polled, but not while the page is hidden", async () => {
  const [source] = FakeSource.all;
  if (source) source.readyState = 2;
  source?.dispatchEvent(new Event("error"));
  await vi.waitFor(() => expect(open()).toEqual([]));
  await vi.waitFor(() => expect(text()).toBe("30 9"));
  hide(true);
  await vi.advanceTimersByTimeAsync(65_000);
  expect(requests).toHaveLength(1);
  answer = { code: "00", data: { likes: 31, comments: 9, version: 10 } };
  hide(false);
  await vi.advanceTimersByTimeAsync(21_000);
  await vi.waitFor(() => expect(text()).toBe("31 9"));
  expect(requests[0]?.url.pathname.endsWith(showArticleCounts.paths[0])).toBe(true);
});
