import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nodesOf, plainText } from "./rich-nodes.ts";
import { RichText } from "./rich-text.tsx";
import * as feedCss from "../feed/feed.module.css";

/** Markup of known script injection attempts. */
const hostile = [
  "<script>window.ran=1</script>",
  "<img src=x onerror=window.ran=1>",
  "<svg onload=window.ran=1></svg>",
  '<a href="javascript:window.ran=1">x</a>',
  "<iframe srcdoc='<script>parent.ran=1</script>'></iframe>",
  '<at data-id="7" onclick="window.ran=1">@x</at>',
  '<at data-id="7&quot; onclick=&quot;window.ran=1">@x</at>',
  "<at data-id='7'>@x</at>",
  '<at data-id="7"><img src=x onerror=window.ran=1></at>',
  '<p style="background:url(javascript:window.ran=1)" onmouseover="window.ran=1">x</p>',
  "<p onclick=window.ran=1>x</p>",
  '</p></at><at data-id="7"></p>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.ran=1">',
  "<!--<img src=x onerror=window.ran=1>-->",
  "<style>@import 'javascript:window.ran=1'</style>",
  "<form action=javascript:window.ran=1><input autofocus onfocus=window.ran=1>",
  "&lt;img src=x onerror=window.ran=1&gt;",
  "&#60;script&#62;window.ran=1&#60;/script&#62;",
  "\u0000<sc\u0000ript>window.ran=1</script>",
  '<details open ontoggle="window.ran=1">',
  '"><script>window.ran=1</script>',
  "<br onload=window.ran=1><strong/onclick=window.ran=1>",
];
const allowed = new Set(["P", "BR", "STRONG", "EM", "AT", "A", "DIV"]);
/** Exact attributes of the rendered elements. */
const harmless = new RegExp(`^(data-id=7|href=/club/member/7|class=${feedCss.mention}|data-discover=true)$`);

let container: HTMLElement;
let unmount: () => void;
async function show(content: string, mentions: Parameters<typeof RichText>[0]["mentions"] = []) {
  const root = createRoot(container);
  unmount = () => root.unmount();
  root.render(
    <MemoryRouter>
      <RichText content={content} mentions={mentions} />
    </MemoryRouter>,
  );
  await expect.poll(() => container.childNodes.length).toBeGreaterThan(0);
}
beforeEach(() => {
  container = document.createElement("div");
  document.body.append(container);
});
afterEach(() => {
  unmount();
  document.body.replaceChildren();
});

it.each(hostile)("P21 no script runs and no attribute is injected: %s", async (content) => {
  await show(`vor ${content} nach`);
  // Waits for events of elements that would load something.
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect((window as { ran?: number }).ran).toBeUndefined();
  const elements = [...container.querySelectorAll("*")];
  expect(elements.map(({ tagName }) => tagName).filter((name) => !allowed.has(name))).toEqual([]);
  const given = elements.flatMap((element) => [...element.attributes]);
  expect(given.map(({ name, value }) => `${name}=${value}`).filter((text) => !harmless.test(text))).toEqual(
    [],
  );
  expect(container.textContent).toContain("nach");
});

it("P19 P20 P21 a mention is an at element with data-id and the member's newest name", async () => {
  const names = ["老周 Zhou", "<b>粗</b>", "😀 表情", "已注销用户"];
  const mentions = names.map((newestDisplayName, index) => ({
    id: String(index + 1),
    displayName: "旧名字",
    newestDisplayName,
  }));
  const content = mentions.map(({ id }) => `<at data-id="${id}">@旧名字</at>`).join(" ");
  await show(`<p>${content}</p>`, mentions);
  const found = [...container.querySelectorAll("at")];
  expect(found.map((at) => at.getAttribute("data-id"))).toEqual(["1", "2", "3", "4"]);
  expect(found.map((at) => at.textContent)).toEqual(names.map((name) => `@${name}`));
  expect(container.querySelectorAll("b")).toHaveLength(0);
});

it("P21 an unknown member keeps the name in the text; entities are decoded", async () => {
  await show('<p>谢谢 <at data-id="9">@Tom &amp; &lt;Jerry&gt;</at><br>&#20320;&nope;</p>');
  expect(container.querySelector("at")?.textContent).toBe("@Tom & <Jerry>");
  expect(container.textContent).toContain("你&nope;");
  expect(plainText(nodesOf("<p>一</p><p>二<br>三</p>"))).toBe("一\n二\n三");
});
