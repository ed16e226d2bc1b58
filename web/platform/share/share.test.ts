import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sharePage } from "./share.ts";
import { setSite } from "../environment/site.ts";
import { siteForTests } from "../testing/test-site.ts";

const shared = {
  title: "莫干山晨雾试驾",
  text: "首批体验",
  path: "/marketing/area/activity/offline/1",
  imageUrl: "/media/1",
};
const url = `${location.origin}${shared.path}`;
const defineOnNavigator = (properties: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(properties))
    Object.defineProperty(navigator, name, { value, configurable: true });
};
const clipboard = (writeText: (text: string) => Promise<void>) => ({ clipboard: { writeText } });

beforeEach(() => setSite(siteForTests));
afterEach(() => {
  for (const name of ["share", "clipboard"]) Reflect.deleteProperty(navigator, name);
  vi.restoreAllMocks();
});

test("K20 the system's share sheet gets the page's full address", async () => {
  const sheet = vi.fn<Navigator["share"]>(() => Promise.resolve());
  defineOnNavigator({ share: sheet });
  expect(await sharePage(shared)).toBe("shared");
  expect(sheet).toHaveBeenCalledWith({ title: shared.title, text: shared.text, url });
});

test("K20 a closed share sheet is respected: nothing is copied", async () => {
  const writeText = vi.fn<Clipboard["writeText"]>(() => Promise.resolve());
  defineOnNavigator({
    share: () => Promise.reject(new DOMException("closed", "AbortError")),
    ...clipboard(writeText),
  });
  expect(await sharePage(shared)).toBe("cancelled");
  expect(writeText).not.toHaveBeenCalled();
});

test("K20 without a share sheet, or when it refuses, the address is copied", async () => {
  const writeText = vi.fn<Clipboard["writeText"]>(() => Promise.resolve());
  defineOnNavigator({ share: undefined, ...clipboard(writeText) });
  expect(await sharePage(shared)).toBe("copied");
  defineOnNavigator({ share: () => Promise.reject(new DOMException("no activation", "NotAllowedError")) });
  expect(await sharePage(shared)).toBe("copied");
  expect(writeText.mock.calls).toEqual([[url], [url]]);
});

test("K20 when the clipboard is unavailable too, a selection is copied, or the failure is reported", async () => {
  defineOnNavigator({ share: undefined, ...clipboard(() => Promise.reject(new Error("closed"))) });
  const copy = vi.spyOn(document, "execCommand").mockReturnValueOnce(true).mockReturnValueOnce(false);
  expect(await sharePage(shared)).toBe("copied");
  expect(await sharePage(shared)).toBe("failed");
  expect(copy).toHaveBeenCalledTimes(2);
  expect(document.querySelector("textarea")).toBeNull();
});
