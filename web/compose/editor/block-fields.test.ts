import { expect, test } from "vitest";
import { pageBlocks } from "#contract/blocks/blocks.ts";
import { emptyBlock, countFaults, blockFields, blockTitle, blockKinds, withValue } from "./block-fields.ts";

/** Block with a value in every input of the editor. */
function filledBlock(kind: (typeof blockKinds)[number]): unknown {
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

test.each(blockKinds)("%s: the inputs of the editor are the fields of the contract", (kind) => {
  const block = filledBlock(kind);
  const parsed = pageBlocks.safeParse([block]);
  expect(parsed.success ? [] : parsed.error.issues).toEqual([]);
  // The schema drops no field.
  expect(Object.keys(parsed.data?.[0] ?? {}).toSorted()).toEqual(Object.keys(block as object).toSorted());
});

test("the editor has every kind of block of the contract", () => {
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

test("an empty optional text is omitted; a block has a title and a number of faults", () => {
  const [spec] = blockFields.text;
  if (!spec || spec.look === "list") throw new Error("the first field of a text block is not its title");
  expect(withValue({ kind: "text", title: "a", html: "b" }, spec, "")).toEqual({ kind: "text", html: "b" });
  expect(blockTitle({ kind: "map", name: "门店" })).toBe("门店");
  expect(countFaults({ "blocks.1.title": "a", "blocks.10.title": "b", blocks: "c" }, 1)).toBe(1);
});
