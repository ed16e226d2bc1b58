import { afterEach, expect, test } from "vitest";
import type { TrackedProperties } from "./event-format.ts";
import { clickProperties } from "./click-properties.ts";

afterEach(() => document.body.replaceChildren());

/** Properties of a click on the element with `data-hit` in a page with this markup. */
function click(markup: string): TrackedProperties | null {
  document.body.innerHTML = markup;
  let found: TrackedProperties | null = null;
  const listen = (event: MouseEvent) => {
    event.preventDefault();
    found = clickProperties(event);
  };
  addEventListener("click", listen, { capture: true, once: true });
  document.querySelector<HTMLElement>("[data-hit]")?.click();
  return found;
}

test("X08 a link has its content and target, also after a click on its content", () => {
  expect(
    click(`<main><ul><li></li><li><a class="card" name="n" href="/offline/7?code=X&a=1"> 山路 <b data-hit>试驾</b>
      </a></li></ul></main>`),
  ).toMatchObject({
    $element_type: "a",
    $element_name: "n",
    $element_class_name: "card",
    $element_content: "山路 试驾",
    $element_target_url: `${location.origin}/offline/7?a=1`,
    $element_selector:
      "body > main:nth-of-type(1) > ul:nth-of-type(1) > li:nth-of-type(2) > a:nth-of-type(1)",
    $element_path: "body > main > ul > li > a",
    $page_x: 0,
    $page_y: 0,
  });
});

test("X08 the selector starts at a fixed id, but not at a counted one", () => {
  expect(click('<div><button id="buy" data-hit>买</button></div>')).toMatchObject({
    $element_id: "buy",
    $element_selector: "#buy",
    $element_path: "button#buy",
  });
  expect(click('<div id="base-ui-:r1:"><button data-hit>买</button></div>')).toMatchObject({
    $element_path: "body > div > button",
  });
});

test("X16 leaves out field values, mobiles on buttons and private content", () => {
  expect(click('<input data-hit value="13800138000">')).toMatchObject({ $element_type: "input" });
  expect(JSON.stringify(click('<input data-hit value="13800138000">'))).not.toContain("138");
  expect(click('<input type="submit" value="提交" data-hit>')).toMatchObject({ $element_content: "提交" });
  expect(click("<button data-hit>用 138 0013 8000 登录</button>")?.["$element_content"]).toBe("用 *** 登录");
  expect(click("<button data-hit>138****8000</button>")?.["$element_content"]).toBe("***");
  expect(
    click("<div data-private><button data-hit>陈屿</button></div>")?.["$element_content"],
  ).toBeUndefined();
  expect(click('<a href="tel:13800138000" data-hit>咨询</a>')).toMatchObject({ $element_target_url: "tel" });
});

test("a click outside of links, buttons and fields has no properties", () => {
  expect(click("<p data-hit>文</p>")).toBeNull();
});
