import * as fc from "fast-check";
import { expect, it } from "vitest";
import {
  applyEdit,
  emptyMentionText,
  mentionTextParts,
  mentionQueryAt,
  insertMention,
  type MentionText,
} from "./mention-text.ts";

const zhou = { id: "7", name: "老周 Zhou" };
const typed = (value: MentionText, text: string, caret = text.length): MentionText =>
  applyEdit(value, text, caret).value;
/** "谢谢 @老周 Zhou 带的路" */
function thanks(): MentionText {
  const started = typed(emptyMentionText, "谢谢 @老");
  const query = mentionQueryAt(started, 5);
  if (query === null) throw new Error("no mention query at the caret");
  const named = insertMention(started, query, zhou).value;
  return typed(named, `${named.text}带的路`);
}

it("P20 a chosen name replaces the query and moves with edits before it", () => {
  const value = thanks();
  expect(value.text).toBe("谢谢 @老周 Zhou 带的路");
  expect(value.mentions).toEqual([{ ...zhou, start: 3, end: 11 }]);
  const before = typed(value, `今天${value.text}`, 2);
  expect(before.mentions).toEqual([{ ...zhou, start: 5, end: 13 }]);
  expect(mentionTextParts(before)).toEqual(["今天谢谢 ", { ...zhou, start: 5, end: 13 }, " 带的路"]);
});

it("P20 an edit within a name makes it plain text; deleting its last character deletes all of it", () => {
  const value = thanks();
  expect(typed(value, "谢谢 @老X周 Zhou 带的路", 6).mentions).toEqual([]);
  const deleted = applyEdit(value, "谢谢 @老周 Zho 带的路", 10);
  expect(deleted).toEqual({ value: { text: "谢谢  带的路", mentions: [] }, caret: 3 });
  // During composition the text must not be changed: the input method tracks its positions.
  const composing = applyEdit(value, "谢谢 @老周 Zho 带的路", 10, true);
  expect(composing).toEqual({ value: { text: "谢谢 @老周 Zho 带的路", mentions: [] }, caret: 10 });
});

it("P20 a query starts with @, but not within an email address or before a space", () => {
  const at = (text: string, caret = text.length) => mentionQueryAt({ text, mentions: [] }, caret);
  expect(at("@")).toEqual({ start: 0, query: "" });
  expect(at("谢谢@zhou")).toEqual({ start: 2, query: "zhou" });
  expect(at("@zhou 带", 5)).toEqual({ start: 0, query: "zhou" });
  expect(at("@zhou 带")).toBeNull();
  expect(at("mail me@qinglan.example")).toBeNull();
  expect(mentionQueryAt(thanks(), 7)).toBeNull();
});

it("P20 the caret distinguishes repeated characters", () => {
  const named = insertMention({ text: "@@", mentions: [] }, { start: 1, query: "" }, zhou).value;
  const value = typed(named, `a${named.text}`, 1);
  expect(value.mentions).toEqual([{ ...zhou, start: 2, end: 10 }]);
  const twice = typed(value, `${value.text.slice(0, 1)}@${value.text.slice(1)}`, 2);
  expect(twice.mentions).toEqual([{ ...zhou, start: 3, end: 11 }]);
});

it("P20 P21 after any sequence of edits every mention matches the text and none overlap", () => {
  const letter = fc.constantFrom("@", "老", "a", " ", "\n", "😀", "é", "周");
  const step = fc.oneof(
    fc.record({ at: fc.nat(), gone: fc.nat(3), put: fc.array(letter, { maxLength: 4 }) }),
    fc.record({ name: fc.constantFrom("老周 Zhou", "@a", "😀😀", "a") }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let value = emptyMentionText;
      let caret = 0;
      for (const one of steps) {
        if ("name" in one) {
          const query = mentionQueryAt(value, caret);
          if (query !== null)
            ({ value, caret } = insertMention(value, query, { id: one.name, name: one.name }));
        } else {
          const at = one.at % (value.text.length + 1);
          const put = one.put.join("");
          const text = value.text.slice(0, at) + put + value.text.slice(at + one.gone);
          ({ value, caret } = applyEdit(value, text, at + put.length));
        }
        let last = 0;
        for (const { start, end, name } of value.mentions) {
          expect(value.text.slice(start, end)).toBe(`@${name}`);
          expect(start).toBeGreaterThanOrEqual(last);
          last = end;
        }
        expect(caret).toBeLessThanOrEqual(value.text.length);
      }
    }),
  );
});
