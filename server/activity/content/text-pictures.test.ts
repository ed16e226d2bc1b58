import { expect, test } from "vitest";
import { sanitiseRichText } from "./sanitise-html.ts";
import { withProcessedPictures } from "./text-pictures.ts";

const shown = (html: string): string | undefined =>
  /src="([^"]*)"/.exec(withProcessedPictures(sanitiseRichText(html)))?.[1];
const end = "/quality,q_75/format,auto";

test.each([
  [
    "fits a picture of unknown shape",
    '<img src="/media/a-1.jpg">',
    `/media/a-1.jpg?x-oss-process=image/resize,m_lfit,w_1080${end}`,
  ],
  [
    "fills the written box",
    '<img src="/media/b.png" width="300" height="200">',
    `/media/b.png?x-oss-process=image/resize,m_fill,w_600,h_400${end}`,
  ],
  [
    "is no larger than the text",
    "<IMG SRC='/media/c.webp' width=1600 height=900>",
    `/media/c.webp?x-oss-process=image/resize,m_fill,w_1080,h_608${end}`,
  ],
  [
    "upgrades http and keeps a query",
    '<img src="http://cdn.example/media/d.jpg?v=2&x=1">',
    `https://cdn.example/media/d.jpg?v=2&amp;x=1&amp;x-oss-process=image/resize,m_lfit,w_1080${end}`,
  ],
  [
    "leaves pictures of others",
    '<img src="https://elsewhere.example/e.jpg">',
    "https://elsewhere.example/e.jpg",
  ],
  [
    "leaves a processed one",
    '<img src="/media/f.jpg?x-oss-process=image/resize,w_90">',
    "/media/f.jpg?x-oss-process=image/resize,w_90",
  ],
])("K16 K17 a picture in a text: %s", (_what, html, source) => expect(shown(html)).toBe(source));

test("K16 an address stored before as http is served as https, and texts stay as they are", () => {
  expect(
    withProcessedPictures('<p>x &lt;img src="http://a"&gt;</p><img src="http://a.example/g.jpg" alt="">'),
  ).toBe('<p>x &lt;img src="http://a"&gt;</p><img src="https://a.example/g.jpg" alt="">');
});
