import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { countCharacters, cutCharacters } from "./characters.ts";
import { personName } from "./fields.ts";
import { personNames } from "./test-person-names.ts";
import {
  cleanLine,
  cutText,
  foldForms,
  foldForSearch,
  foldLetters,
  isBlank,
  pickCharacters,
  pickCode,
  pickDigits,
  pickMobile,
  shortenText,
} from "./text.ts";

/** Code points that show nothing, of every kind. */
const INVISIBLE = [
  ..."\u0000\t\n\r\u001f \u00a0\u00ad\u0301\u034f\u061c\u115f\u1160\u1680\u17b4\u180b\u180e\u2003\u200b\u200d\u200e\u200f\u2028",
  ..."\u202a\u202e\u2060\u2063\u2066\u2069\u206a\u20dd\u2800\u3000\u302a\u3164\ufe00\ufe0f\ufe20\ufeff\uffa0\ufff9\ufffc\uffff",
  ..."\u{1d159}\u{13441}\u{e0001}\u{e0020}\u{e0100}\u{1bca0}\u{1d173}",
  "\ud800",
  "\udc00",
];
/** Texts of visible, invisible, joined and broken characters. */
const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...INVISIBLE),
      fc.constantFrom(
        ..."a9９٣é中𠮷㛃·한גक",
        "👨‍👩‍👧",
        "🇨🇳",
        "👍🏽",
        "e\u0301\u0302",
        "क्षि",
        "葛\u{e0100}",
        "☎\ufe0f",
      ),
      fc.string({ unit: "grapheme", maxLength: 3 }),
      fc.string({ unit: "binary", maxLength: 2 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(""));
const most = fc.integer({ min: 1, max: 20 });
const isWhole = (text: string): boolean => !/\p{Cs}/u.test(text);

describe("blank", () => {
  test("L24 a text is blank if none of its characters shows anything", () => {
    expect(INVISIBLE.filter((one) => !isBlank(`${one}${one} `))).toEqual([]);
    // Apart, since two halves of a surrogate pair make a character.
    fc.assert(fc.property(fc.array(fc.constantFrom(...INVISIBLE)), (all) => isBlank(all.join(" "))));
  });

  test("L13 every name of the list is accepted and unchanged", () => {
    expect(personNames.length).toBeGreaterThanOrEqual(500);
    expect(new Set(personNames).size).toBe(personNames.length);
    expect(personNames.filter(isBlank)).toEqual([]);
    for (const name of personNames) {
      expect(personName.safeParse(name)).toEqual({ success: true, data: name });
      expect(cleanLine(name, 40)).toBe(name);
      expect(cutText(name, 40)).toBe(name);
    }
  });

  test("L24 names that show nothing are refused as empty ones are", () => {
    for (const one of INVISIBLE)
      expect(personName.safeParse(one + one).error?.issues[0]?.message).toBe("请填写姓名");
  });
});

describe("cut", () => {
  test("cuts are idempotent, never longer than the limit, never half a character", () => {
    fc.assert(
      fc.property(texts, most, (text, limit) => {
        const cut = cutText(text, limit);
        expect(countCharacters(cut)).toBeLessThanOrEqual(limit);
        expect(cutText(cut, limit)).toBe(cut);
        expect(isWhole(cut)).toBe(true);
        expect(text.replace(/\p{Cs}/gu, "").startsWith(cut)).toBe(true);
        expect(isWhole(cutCharacters(text.toWellFormed(), limit))).toBe(true);
        const line = cleanLine(text, limit);
        expect(cleanLine(line, limit)).toBe(line);
        expect(countCharacters(line)).toBeLessThanOrEqual(Math.min(limit, countCharacters(text)));
        expect(isWhole(line) && !/[\p{Cc}\p{Bidi_Control}\u200b\ufeff]/u.test(line)).toBe(true);
        expect(line === "" || !isBlank(line)).toBe(true);
        expect(countCharacters(shortenText(text, limit))).toBeLessThanOrEqual(limit);
      }),
    );
  });

  test.each([
    ["家👨‍👩‍👧", 3, "家"],
    ["中🇨🇳🇫🇷", 4, "中🇨🇳"],
    ["ab👍🏽", 3, "ab"],
    ["ne\u0301", 2, "n"],
    ["𠮷𠮷𠮷", 2, "𠮷𠮷"],
    ["葛\u{e0100}城", 2, "葛\u{e0100}"],
    ["👨‍👩‍👧", 2, "👨‍"],
    ["a\ud842", 5, "a"],
  ])("%s cut to %i", (text, limit, expected) => {
    expect(cutText(text, limit)).toBe(expected);
  });

  test("browsers without Intl.Segmenter cut at the same places", async () => {
    const { Segmenter } = Intl;
    vi.resetModules();
    Reflect.deleteProperty(Intl, "Segmenter");
    try {
      const old = await import("./text.ts");
      for (const [text, limit] of [
        ["家👨‍👩‍👧", 3],
        ["中🇨🇳🇫🇷", 4],
        ["ab👍🏽", 3],
        ["ne\u0301", 2],
        ["a☎\ufe0f", 2],
      ] as const)
        expect(old.cutText(text, limit)).toBe(cutText(text, limit));
      fc.assert(fc.property(texts, most, (text, limit) => isWhole(old.cutText(text, limit))));
    } finally {
      Object.defineProperty(Intl, "Segmenter", { value: Segmenter, configurable: true, writable: true });
    }
  });
});

describe("folding", () => {
  test("folding is idempotent and leaves nothing invisible", () => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const fold of [foldForms, foldForSearch, foldLetters]) expect(fold(fold(text))).toBe(fold(text));
        expect(/\p{Cf}|[\u3164\u2800]|\ufe0f/u.test(foldForms(text))).toBe(false);
        expect(pickDigits(text)).toMatch(/^[0-9]*$/);
      }),
    );
  });

  test.each([
    ["ＨＥLLo", "hello"],
    ["赌\u0301\u3164\u2800博", "赌博"],
    ["赌\u034f\ufe0f\u115f博", "赌博"],
    ["ⓥ.ⓟ.ⓝ", "vpn"],
    ["v\u0336p\u0336n\u0336", "vpn"],
    ["ｖÎｐ", "vip"],
    ["⾦钱", "金钱"],
  ])("foldLetters(%j)", (text, expected) => {
    expect(foldLetters(text)).toBe(expected);
  });

  test("digits of every script are read", () => {
    const zeros = [0x30, 0xff10, 0x660, 0x6f0, 0x966, 0xe50, 0xf20, 0x1810, 0x1d7ce, 0x1d7f6, 0x1fbf0];
    for (const zero of zeros) {
      const all = Array.from({ length: 10 }, (_none, at) => String.fromCodePoint(zero + at)).join("");
      expect([zero, pickDigits(all)]).toEqual([zero, "0123456789"]);
    }
  });
});

/** Characters that contacts, calendars and messengers put around or into numbers. */
const decorations = fc.constantFrom(
  "",
  " ",
  "\u202a",
  "\u202c",
  "\u2068",
  "\u2069",
  "\u200e",
  "\u00a0",
  "\u2009",
  "\u3000",
  "\ufeff",
  "\u00ad",
);
const separators = fc.oneof(decorations, fc.constantFrom("-", "\u2011", "\u2013", "\uff0d", ".", "·", " - "));
const forms = fc.constantFrom(0x30, 0xff10, 0x660, 0x6f0, 0x1d7ce);
const decorated = (digits: fc.Arbitrary<string>) =>
  fc
    .tuple(digits, forms, fc.infiniteStream(separators), decorations, decorations)
    .map(([plain, zero, between, before, after]) => {
      const parts = [...plain].map((digit, at) => {
        const gap: string = at === 0 ? "" : (between.next().value ?? "");
        return gap + String.fromCodePoint(zero + Number(digit));
      });
      return { plain, text: before + parts.join("") + after };
    });
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${String(length)}}$`));

describe("numbers", () => {
  test("L23 a mobile is read however it was copied", () => {
    const mobiles = fc.stringMatching(/^1[3-9][0-9]{9}$/);
    const prefix = fc.constantFrom(
      "",
      "+86",
      "+86 ",
      "0086-",
      "86 ",
      "（+86）",
      "\u202d+86\u00a0",
      "＋８６",
      "tel:",
      "手机：",
      "Tel. ",
    );
    fc.assert(
      fc.property(decorated(mobiles), prefix, ({ plain, text }, before) => {
        expect(pickMobile(before + text)).toBe(plain);
        expect(pickMobile(pickMobile(before + text))).toBe(plain);
      }),
    );
  });

  test.each([
    "u13800138000",
    "13800138000,13900139000",
    "138001380001",
    "1380013800",
    "a@13800138000.com",
    "",
    "x".repeat(300),
  ])("L23 %j is no mobile", (text) => {
    expect(pickMobile(text)).not.toMatch(/^1[3-9][0-9]{9}$/);
  });

  test("L23 a code is read however it was copied", () => {
    const around = fc.constantFrom(
      ["", ""],
      ["【青岚汽车】验证码 ", "，5 分钟内有效，请勿告诉他人。"],
      ["【青岚】尾号 8000 的用户，您的验证码为：", "，10 分钟内有效，2026-12-05 发送"],
      ["", " 是您的登录验证码，有效期 5 分钟"],
      ["[Marque] Your code: ", ". Valid for 10 minutes."],
    );
    fc.assert(
      fc.property(decorated(digits(6)), around, ({ plain, text }, [before = "", after = ""]) => {
        expect(pickCode(before + text + after, 6)).toBe(plain);
      }),
    );
    expect(pickCode("1234567", 6)).toBe("1234567");
    expect(pickCode("12 3", 6)).toBe("123");
  });

  test("L23 numbers of letters and digits are read with blanks, in full width, and with text around", () => {
    const number = fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    const wide = (text: string) =>
      text.replace(/[!-~]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0));
    fc.assert(
      fc.property(
        number,
        fc.boolean(),
        fc.constantFrom(" ", "-", "\u2011", "\u00a0", "", "\u200b "),
        (plain, isWide, gap) => {
          const typed = [plain.slice(0, 4), plain.slice(4, 8), plain.slice(8)].join(gap).toLowerCase();
          const text = isWide ? wide(typed) : typed;
          expect(pickCharacters(`报名凭证：${text}（12月5日 09:30）`, 12)).toBe(plain);
          expect(pickCharacters(text, 12)).toBe(plain);
        },
      ),
    );
  });
});
