import { expect, test } from "vitest";
import { nameSearchKeys } from "./name-search-keys.ts";

test("a name has a key from each character, syllable and initial on", async () => {
  const keys = await nameSearchKeys("欧阳 Ab🚗");
  for (const key of ["欧阳ab🚗", "阳ab🚗", "ab🚗", "ouyangab🚗", "yangab🚗", "oyab🚗"])
    expect(keys).toContain(key);
  expect(await nameSearchKeys(" ")).toEqual([]);
});
