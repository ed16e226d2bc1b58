import { expect, test } from "vitest";
import { cutAddress } from "./page-properties.ts";
import { parseChannel } from "./channel.ts";

test("X16 an address is cut between percent-encoded characters, at every length", () => {
  const address = `https://m.qinglan.example/list?keyword=${encodeURIComponent("aé中𠮷🚗b".repeat(4))}`;
  for (let most = 1; most <= address.length; most++) {
    const cut = cutAddress(address, most);
    expect(cut.length).toBeLessThanOrEqual(most);
    expect(cut.length).toBeGreaterThan(most - 12);
    expect(address.startsWith(cut)).toBe(true);
    expect(() => decodeURI(cut)).not.toThrow();
  }
});

test("C23 a long channel parameter is cut between characters", () => {
  for (const before of [199, 200, 198]) {
    const value =
      parseChannel(`?utm_campaign=${encodeURIComponent(`${"a".repeat(before)}🚗𠮷`)}`).utm_campaign ?? "";
    expect(value.isWellFormed()).toBe(true);
    expect([...value].length).toBeLessThanOrEqual(200);
  }
});
