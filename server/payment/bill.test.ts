import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isBillDue, parseBeijingTime, toBeijingTime } from "./bill.ts";

/** 8 March 2027, 12:34:56 in Shanghai. */
const NOW = Date.parse("2027-03-08T12:34:56+08:00");

test.each(["UTC", "Asia/Shanghai", "America/New_York"])(
  "MA57 times are Beijing's on a server in %s",
  (TZ) => {
    const file = new URL("./bill.ts", import.meta.url).href;
    const script = `import { toBeijingTime, parseBeijingTime } from ${JSON.stringify(file)};
    console.log(toBeijingTime(${NOW}), parseBeijingTime("2027-03-08 12:34:56") === ${NOW});`;
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      env: { ...process.env, TZ },
      encoding: "utf8",
    });
    expect(output.trim()).toBe("2027-03-08 12:34:56 true");
  },
);

test("every second is the same after Beijing's text", () => {
  const second = fc.integer({ min: 0, max: 4_000_000_000 });
  fc.assert(
    fc.property(second, (seconds) => {
      expect(parseBeijingTime(toBeijingTime(seconds * 1000))).toBe(seconds * 1000);
    }),
  );
  expect(parseBeijingTime("2027-03-08 13:00:00.320")).toBe(Date.parse("2027-03-08T13:00:00.320+08:00"));
  for (const text of ["", "2027-03-08", "2027-13-01 00:00:00", "2027-03-08 25:00:00"])
    expect(parseBeijingTime(text)).toBeNull();
});
test("MA92 a bill is due from 10:00 of the next day in Shanghai", () => {
  expect(isBillDue("2027-03-08", Date.parse("2027-03-09T09:59:59+08:00"))).toBe(false);
  expect(isBillDue("2027-03-08", Date.parse("2027-03-09T10:00:00+08:00"))).toBe(true);
});
