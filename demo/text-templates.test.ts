import { describe, expect, it } from "vitest";
import { fillTemplate, nonEmptyLines, splitAtBar, pictureHtml, toHtml } from "./text-templates.ts";

describe("text templates", () => {
  it("fill in values, with a space between a digit and a Chinese character", () => {
    expect(fillTemplate("{place}夜航 · {city}", { place: "北外滩", city: "上海" })).toBe("北外滩夜航 · 上海");
    expect(fillTemplate("在{place}摆个摊", { place: "芝麻街 1958" })).toBe("在芝麻街 1958 摆个摊");
    expect(fillTemplate("我和{road}", { road: "331 边境公路" })).toBe("我和 331 边境公路");
    expect(fillTemplate("第 {number} 期", { number: "7" })).toBe("第 7 期");
    expect(fillTemplate("{one}{two}", { one: "A", two: "二" })).toBe("A二");
  });

  it("throw on a missing value", () => {
    expect(() => fillTemplate("{place}夜航", {})).toThrow(/place/);
  });

  it("split lines and parts", () => {
    expect(nonEmptyLines("\n a \n\n b\n")).toEqual(["a", "b"]);
    expect(splitAtBar("早餐 | 每席 | 一份")).toEqual(["早餐", "每席 | 一份"]);
    expect(splitAtBar("返程")).toEqual(["返程", ""]);
  });

  it("become HTML with escaped characters", () => {
    const picture = pictureHtml("/media/a.svg", "营地");
    expect(toHtml("# 带什么\n外套 <薄> & 手套\n- 灯\n- 水\n!\n完", picture)).toBe(
      `<h3>带什么</h3><p>外套 &lt;薄&gt; &amp; 手套</p><ul><li>灯</li><li>水</li></ul>${picture}<p>完</p>`,
    );
  });
});
