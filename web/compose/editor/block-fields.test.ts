import { expect, test } from "vitest";
import { pageBlocks } from "#contract/blocks/blocks.ts";
import { emptyBlock, countFaults, blockFields, blockTitle, blockKinds, withValue } from "./block-fields.ts";

/** Everything filled in, by the editor's own inputs. */
function filled(kind: (typeof blockKinds)[number]): unknown {
  const textFor = (name: string): string => {
    if (/url$/i.test(name)) return "https://cdn.example/a.jpg";
    if (name === "longitude") return "121.4908";
    return name === "latitude" ? "31.2397" : name === "until" ? "end" : "文字";
  };
  let block: Readonly<Record<string, unknown>> = emptyBlock(kind);
  for (const spec of blockFields[kind]) {
    if (spec.look === "list") {
      let item: Readonly<Record<string, unknown>> = {};
      for (const inner of spec.item) item = withValue(item, inner, textFor(inner.name));
      block = { ...block, [spec.name]: [item] };
    } else block = withValue(block, spec, textFor(spec.name));
  }
  return block;
}

test.each(blockKinds)(
  "%s: every input of the editor is a field of the contract, and all of them make a block",
  (kind) => {
    const written = filled(kind);
    const parsed = pageBlocks.safeParse([written]);
    expect(parsed.success ? [] : parsed.error.issues).toEqual([]);
    // Nothing is written that the contract would drop.
    expect(Object.keys(parsed.data?.[0] ?? {}).toSorted()).toEqual(Object.keys(written as object).toSorted());
  },
);

test("every kind of the contract can be written", () => {
  const known = [
    "hero",
    "text",
    "gallery",
    "agenda",
    "video",
    "form",
    "coupon",
    "map",
    "faq",
    "countdown",
    "people",
  ];
  expect(blockKinds.toSorted()).toEqual(known.toSorted());
});

test("an optional text that is emptied is left out; what tells a block from others; its faults", () => {
  const [spec] = blockFields.text;
  if (!spec || spec.look === "list") throw new Error("a text has a title");
  expect(withValue({ kind: "text", title: "a", html: "b" }, spec, "")).toEqual({ kind: "text", html: "b" });
  expect(blockTitle({ kind: "map", name: "门店" })).toBe("门店");
  expect(countFaults({ "blocks.1.title": "a", "blocks.10.title": "b", blocks: "c" }, 1)).toBe(1);
});
