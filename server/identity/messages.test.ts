import { expect, test } from "vitest";
import { firstNickname } from "./messages.ts";

test("I07 a first nickname shows the last four digits of the mobile and no more", () => {
  expect(firstNickname("青岚汽车", "13800005678")).toBe("青岚用户5678");
  expect(firstNickname("Maker", "13800005678")).toBe("Maker用户5678");
});
