import { expect, it } from "vitest";
import { serializeMarkup } from "./serialize-markup.ts";
import { parseMarkup } from "./parse-markup.ts";

it("P20 markup becomes editable text: a line for each paragraph, mentions, the rest as plain text", () => {
  const { text, mentions } = parseMarkup(
    '<p>谢谢 <at data-id="7">@老周 &lt;3</at> 带路</p><p>a &amp; <strong>b</strong><br />c</p>',
  );
  expect(text).toBe("谢谢 @老周 <3 带路\na & b\nc");
  expect(mentions).toEqual([{ id: "7", name: "老周 <3", start: 3, end: 9 }]);
  expect(serializeMarkup({ text, mentions })).toBe(
    '谢谢 <at data-id="7">@老周 &lt;3</at> 带路\na &amp; b\nc',
  );
});

it("P20 text outside of paragraphs is a separate line; empty markup is an empty text", () => {
  expect(parseMarkup("一<p>二</p>三").text).toBe("一\n二\n三");
  expect(parseMarkup("")).toEqual({ text: "", mentions: [] });
});
