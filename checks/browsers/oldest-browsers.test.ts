import { expect, test } from "vitest";
import type { BrowserVersions } from "./browser-support.ts";
import { findUnsupported } from "./oldest-browsers.ts";

/** Findings by line. */
const found = (browsers: BrowserVersions, lines: readonly string[]): string[] =>
  findUnsupported(browsers, { "a.js": lines.join("\n") }).map(({ line, message }) => `${line} ${message}`);
const phones = { webview_android: 105, safari_ios: 16 };

test("B11, B12 finds calls that are missing in old browsers", () => {
  const lines = [
    "const link = URL.parse(text);",
    "if (!URL.canParse(text)) leave();",
    "fetch(address, { signal: AbortSignal.timeout(5_000) });",
    "const last = list.toSorted();",
    "const { promise } = Promise.withResolvers();",
    "const short = name.replace(/(?<=..)市$/, '');",
    "const all = a.union(b);",
    "requestIdleCallback(run);",
    "navigator.share({ url });",
    "new URLSearchParams(new CloseWatcher());",
    "document.startsNothing(); list.at(-1); structuredClone(list); text.replaceAll('a', 'b');",
  ];
  expect(found(phones, lines)).toEqual([
    "1 asks for URL.parse",
    "2 asks for URL.canParse",
    "3 asks for AbortSignal.timeout",
    "4 asks for toSorted",
    "5 asks for Promise.withResolvers",
    "6 asks for /(?<=..)市$/",
    "7 asks for union",
    "8 asks for requestIdleCallback",
    "9 asks for share",
    "10 asks for CloseWatcher",
  ]);
  expect(found({ webview_android: 140, chrome: 140 }, lines.slice(0, 7))).toEqual([]);
});

test("accepts guarded calls, optional calls and the script's own names", () => {
  expect(
    found(phones, [
      "const idle = 'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run);",
      "if (typeof navigator.share === 'function') await navigator.share({ url });",
      "element.checkVisibility?.();",
      "const { BarcodeDetector } = globalThis;",
      "if (window.scheduler) scheduler.postTask(run);",
      "const URL = { parse: (text) => text }; URL.parse('');",
    ]),
  ).toEqual([]);
});
