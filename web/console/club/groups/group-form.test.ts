import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyGroup, mergeDrafts, type GroupDraft } from "./group-form.tsx";

const draft: fc.Arbitrary<GroupDraft> = fc.record({
  name: fc.constantFrom("远山", "行云", "晓城"),
  intro: fc.constantFrom("自驾", "露营"),
  rules: fc.constantFrom("", "友善"),
  cityCode: fc.constantFrom("", "310100"),
  seriesCodes: fc.constantFrom<readonly string[]>([], ["e7"]),
  places: fc.constantFrom(50, 100, null),
  joinMode: fc.constantFrom("open" as const, "approval" as const),
});
const names = Object.keys(emptyGroup) as (keyof GroupDraft)[];

test("CO86 merging keeps every own change, takes every other change, and names where they meet", () => {
  fc.assert(
    fc.property(draft, draft, draft, (base, own, other) => {
      const merged = mergeDrafts(base, own, other);
      for (const name of names) {
        const [b, mine, theirs] = [base[name], own[name], other[name]].map((value) => JSON.stringify(value));
        expect(JSON.stringify(merged.draft[name])).toBe(mine === b ? theirs : mine);
        expect(merged.both.includes(name)).toBe(mine !== b && theirs !== b && mine !== theirs);
      }
    }),
  );
});
