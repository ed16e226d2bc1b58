import { expect, test } from "vitest";
import { clubMessages } from "./messages.ts";
import { cleanMemberName, strictestHider } from "./rules.ts";

test("the strictest of several hiders is recorded, in any order", () => {
  expect(strictestHider(null, "leaders")).toBe("leaders");
  expect(strictestHider("leaders", "complaints")).toBe("complaints");
  expect(strictestHider("complaints", "leaders")).toBe("complaints");
  expect(strictestHider("operators", "complaints")).toBe("operators");
  expect(strictestHider("complaints", "operators")).toBe("operators");
});

test("P21 names have no control characters or direction overrides and are never empty", () => {
  const cases: [string, string][] = [
    ["林晓岚", "林晓岚"],
    ["\u202e反了\u0007", "反了"],
    ["محمد", "محمد"],
    ["👩‍👩‍👧", "👩‍👩‍👧"],
    [" \u200b ", clubMessages.deletedUser],
    ["青岚用户0042", "车友0042"],
    ["用户1234", "车友1234"],
    ["新用户", "车友"],
    ["老用户一号", "老用户一号"],
    ["长".repeat(60), "长".repeat(40)],
  ];
  for (const [given, shown] of cases) expect(cleanMemberName(given)).toBe(shown);
});
