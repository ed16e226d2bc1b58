import { encode } from "uqr";
import { expect, test } from "vitest";
import { qrPath } from "./qr-path.ts";

/** Modules that a path covers. */
function drawn({ size, path }: { size: number; path: string }): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  return rows;
}

test("L07 the path draws exactly the dark modules, with the standard's quiet zone", () => {
  const text = "marque:ticket:64C9MATK6N46";
  const code = qrPath(text);
  const { data } = encode(text, { ecc: "M", border: 4 });
  expect(drawn(code)).toEqual(data);
  expect(code.path.replace(/M\d+ \d+h(\d+)v1h-\1z/g, "")).toBe("");
  const quiet = drawn(code).filter((row, y) => y < 4 || y >= code.size - 4 || row.slice(0, 4).includes(true));
  expect(quiet.flat().includes(true)).toBe(false);
  expect(quiet).toHaveLength(8);
});
