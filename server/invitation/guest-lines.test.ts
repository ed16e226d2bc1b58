import fc from "fast-check";
import { expect, test } from "vitest";
import { parseGuestLines } from "./guest-lines.ts";
import { invitationMessages as messages } from "./messages.ts";

test("CO72 a list of guests has a name a line, and a mobile behind it as people paste it", () => {
  const { guests, faults } = parseGuestLines(
    "\n林晓岚\n  周远 13800001234 \r\n陈𠮷\t+86 138 0000 1235\nAnna Schmidt,13800001236\n欧阳，13800001237\n\n王芳\t上海\n",
  );
  expect(faults).toEqual([]);
  expect(guests).toEqual([
    { row: 2, name: "林晓岚", mobile: "" },
    { row: 3, name: "周远", mobile: "13800001234" },
    { row: 4, name: "陈𠮷", mobile: "13800001235" },
    { row: 5, name: "Anna Schmidt", mobile: "13800001236" },
    { row: 6, name: "欧阳", mobile: "13800001237" },
    { row: 8, name: "王芳", mobile: "" },
  ]);
});

test("CO72 a row without a name, with a wrong number, or with one of an earlier row is faulty, and no other", () => {
  const { guests, faults } = parseGuestLines(
    `13800001234\n周远 1380000\n李梅 13800001235\n李梅 138-0000-1235\n${"长".repeat(41)}\n李梅`,
  );
  expect(guests.map(({ row }) => row)).toEqual([3, 6]);
  expect(faults).toEqual([
    { row: 1, fault: "请填写姓名" },
    { row: 2, fault: messages.wrongMobile },
    { row: 4, fault: messages.sameMobile(3) },
    { row: 5, fault: "姓名最多 40 个字" },
  ]);
});

test("CO72 every line that shows something is either a guest or a fault, whatever is pasted", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 30 }), { maxLength: 20 }), (lines) => {
      const text = lines.join("\n");
      const { guests, faults } = parseGuestLines(text);
      const rows = [...guests, ...faults].map(({ row }) => row);
      expect(new Set(rows).size).toBe(rows.length);
      const shown = text
        .split(/\r\n|\r|\n/u)
        .flatMap((line, at) => (/[\p{L}\p{N}]/u.test(line) ? [at + 1] : []));
      expect(rows).toEqual(expect.arrayContaining(shown));
      for (const { name, mobile } of guests) {
        expect(name).not.toMatch(/[\t\n\r]/u);
        expect(mobile).toMatch(/^(1\d{10})?$/u);
      }
    }),
  );
});
