import { expect, test } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { brandOf, setSite } from "./site.ts";

test("A13 before the root is loaded the brand is empty, or the one that was set before; never the demo brand", () => {
  expect(brandOf([])).toMatchObject({ name: "", logo: [], servicePhone: "" });
  const brand = { ...demoBrand, name: "远帆汽车" };
  setSite({ brand, apiBase: null, passBase: null, securityBase: null, appKey: "k" });
  expect(brandOf([undefined]).name).toBe("远帆汽车");
});
