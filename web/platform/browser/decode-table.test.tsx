import { expect, test } from "vitest";
import { decodeTable } from "./decode-table.ts";

const text = "订单号,快递公司\r\nM26112738471902,顺丰速运\r\n";

test("CO95 a file is read as UTF-8 with and without a mark, as UTF-16, and as GB18030", () => {
  expect(decodeTable(new TextEncoder().encode(text))).toBe(text);
  expect(decodeTable(new TextEncoder().encode(`\uFEFF${text}`))).toBe(text);
  const wide = new Uint8Array(
    Uint16Array.from([...`\uFEFF${text}`].map((character) => character.charCodeAt(0))).buffer,
  );
  expect(decodeTable(wide)).toBe(text);
  // 𠮷 has four bytes, and no place in plain GBK.
  expect(decodeTable(new Uint8Array([0x95, 0x33, 0xb3, 0x31]))?.codePointAt(0)).toBeGreaterThan(0xffff);
  expect(decodeTable(new Uint8Array([0xcb, 0xb3, 0xb7, 0xe1]))).toBe("顺丰");
  expect(decodeTable(new Uint8Array([0x81]))).toBeNull();
});
