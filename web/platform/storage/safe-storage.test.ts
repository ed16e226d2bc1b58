import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { localStore } from "./safe-storage.ts";

const fails = (method: "getItem" | "setItem" | "removeItem" | "clear") =>
  vi.spyOn(Storage.prototype, method).mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
beforeEach(() => localStore.clear());
afterEach(() => vi.restoreAllMocks());

it("D19 where nothing can be written, memory serves for the page", () => {
  fails("setItem");
  localStore.set("key", "value");
  expect(localStore.get("key")).toBe("value");
  expect(localStorage.getItem("key")).toBeNull();
});
it("D19 where storage is forbidden altogether, everything goes on in memory", () => {
  for (const method of ["getItem", "setItem", "removeItem", "clear"] as const) fails(method);
  localStore.set("key", "value");
  expect(localStore.get("key")).toBe("value");
  localStore.remove("key");
  expect(localStore.get("key")).toBeNull();
  localStore.set("key", "other");
  localStore.clear();
  expect(localStore.get("key")).toBeNull();
});
it("D19 an older value on disk does not come back in place of a newer one in memory", () => {
  localStore.set("key", "old");
  fails("setItem");
  localStore.set("key", "new");
  expect(localStore.get("key")).toBe("new");
});
it("D18 what is removed is gone from memory and from disk", () => {
  localStore.set("key", "value");
  localStore.remove("key");
  expect([localStore.get("key"), localStorage.getItem("key")]).toEqual([null, null]);
});
