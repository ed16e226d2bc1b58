import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { safeLocalStorage } from "./safe-storage.ts";

const fails = (method: "getItem" | "setItem" | "removeItem" | "clear") =>
  vi.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
beforeEach(() => safeLocalStorage.clear());
afterEach(() => vi.restoreAllMocks());

it("D19 when nothing can be written, memory is used for the page", () => {
  fails("setItem");
  safeLocalStorage.set("key", "value");
  expect(safeLocalStorage.get("key")).toBe("value");
  expect(localStorage.getItem("key")).toBeNull();
});
it("D19 when the storage is blocked, everything works in memory", () => {
  for (const method of ["getItem", "setItem", "removeItem", "clear"] as const) fails(method);
  safeLocalStorage.set("key", "value");
  expect(safeLocalStorage.get("key")).toBe("value");
  safeLocalStorage.remove("key");
  expect(safeLocalStorage.get("key")).toBeNull();
  safeLocalStorage.set("key", "other");
  safeLocalStorage.clear();
  expect(safeLocalStorage.get("key")).toBeNull();
});
it("D19 an older value on disk does not replace a newer one in memory", () => {
  safeLocalStorage.set("key", "old");
  fails("setItem");
  safeLocalStorage.set("key", "new");
  expect(safeLocalStorage.get("key")).toBe("new");
});
it("D18 a removed value is gone from memory and from disk", () => {
  safeLocalStorage.set("key", "value");
  safeLocalStorage.remove("key");
  expect([safeLocalStorage.get("key"), localStorage.getItem("key")]).toEqual([null, null]);
});
