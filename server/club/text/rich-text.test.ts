import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  excerptOf,
  cleanText,
  storedTextOf,
  plainTextOf,
  displayedTextOf,
  type NamedInText,
} from "./rich-text.ts";
import { publicXssVectors, xssVectors } from "../../testing/fuzz/xss-vectors.ts";
import { clubMessages } from "../messages.ts";

/** Allowed output: text without angle brackets, and these tags. */
const SHOWN = /^(?:[^<>]|<\/?(?:p|strong|em)>|<br \/>|<at data-id="\d{1,19}">@|<\/at>)*$/;
const people = new Map<string, NamedInText>(
  ["1", "2", "3"].map((id) => [id, { id, displayName: `<b onclick=x>${id}&"` }]),
);
/** Stores and displays a text, with an article's paragraphs or as a comment. */
function round(input: string, hasParagraphs = true): string {
  const { content } = storedTextOf(cleanText(input, hasParagraphs), people, 10);
  return displayedTextOf(content, people, clubMessages.deletedUser);
}
const everywhere = (input: string): string[] => [
  round(input),
  round(input, false),
  round(`<p>前${input}后</p>`),
  round(`<at data-id="1">${input}</at>`),
];

test("L14 P21 no vector, including more than 150 of a package, leaves markup that is not allowed", () => {
  expect(publicXssVectors.length).toBeGreaterThanOrEqual(150);
  expect(xssVectors.length).toBeGreaterThanOrEqual(publicXssVectors.length + 400);
  const through = xssVectors.flatMap((vector) => everywhere(vector).filter((shown) => !SHOWN.test(shown)));
  expect(through).toEqual([]);
});

const piece = fc.oneof(
  fc.constantFrom(...xssVectors),
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "<p>",
    "</p>",
    '<at data-id="1">',
    "</at>",
    "<br>",
    "<b>",
    "</b>",
    "&",
    "<",
    ">",
    '"',
    "&lt;",
    "\n",
  ),
  fc.string({ unit: "grapheme" }),
);
const wordsOf = (shown: string): string => plainTextOf(shown).replace(/\s+/g, "");
const markup = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

test("L14 any input is displayed with allowed markup only, and storing the output again changes no word", () => {
  fc.assert(
    fc.property(markup, fc.boolean(), (input, hasParagraphs) => {
      const shown = round(input, hasParagraphs);
      expect(shown).toMatch(SHOWN);
      const again = round(shown, hasParagraphs);
      expect(again).toMatch(SHOWN);
      expect(wordsOf(again)).toBe(wordsOf(shown));
    }),
    {
      numRuns: 1500,
      // Regression: the text of an invalid mention changed the end of the next tag.
      examples: [[`<at data-id='x'>@x</at><br/a="1"//<p>`, false]],
    },
  );
});

test("plain text is displayed unchanged", () => {
  const line = fc
    .string({ unit: "grapheme", minLength: 1 })
    .filter((text) => !/[<&\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/u.test(text));
  fc.assert(
    fc.property(line, (text) => {
      expect(plainTextOf(round(text))).toBe(text.trim());
    }),
    { numRuns: 300 },
  );
});

test("P20 mentions of unknown members, and mentions above the limit, become plain text", () => {
  expect(round('<p>谢谢<at data-id="1">@旧名</at>和<at data-id="9">@<i>没有</i></at></p>')).toBe(
    '<p>谢谢<at data-id="1">@&lt;b onclick=x&gt;1&amp;&quot;</at>和@没有</p>',
  );
  const ten = storedTextOf(
    cleanText('<at data-id="1">a</at><at data-id="2">b</at><at data-id="1">a</at>', false),
    people,
    1,
  );
  expect(ten).toEqual({
    content: '<at data-id="1"></at>b<at data-id="1"></at>',
    mentions: [{ id: "1", displayName: '<b onclick=x>1&"' }],
  });
  expect(displayedTextOf('<at data-id="7"></at>', people, clubMessages.deletedUser)).toBe(
    `<at data-id="7">@${clubMessages.deletedUser}</at>`,
  );
});

test("line breaks become paragraphs, and equivalent tags are converted", () => {
  expect(round("一\n\n二\r\n三")).toBe("<p>一</p><p>二</p><p>三</p>");
  expect(round("<div>一<b>重</b></div><h1>二</h1>")).toBe("<p>一<strong>重</strong></p><p>二</p>");
  expect(round("<p>一</p><p>二</p>", false)).toBe("一二");
  expect(excerptOf("<p>凌晨四点 &lt;出发</p><p>到了</p>", 9)).toBe("凌晨四点 <出发 …");
});
