import { expect, test } from "vitest";
import type { KocInfo } from "#contract/koc/koc.ts";
import { kocStateOf } from "./koc-state.ts";

const now = Date.parse("2026-11-21T10:00:00+08:00");
const program: Pick<KocInfo, "openTime" | "closeTime" | "remaining"> = {
  openTime: "2026-11-20T10:00:00+08:00",
  closeTime: "2026-11-30T10:00:00+08:00",
  remaining: 2,
};

test("M06 four states of an application, and the reasons why none can be made", () => {
  const cases: [Parameters<typeof kocStateOf>[0], string][] = [
    [{ application: { status: 1 }, program }, "review"],
    [{ application: { status: 2 }, program }, "accepted"],
    [{ application: { status: 3 }, program }, "declined"],
    [{ application: { status: 0 }, program }, "open"],
    [{ application: null, program }, "open"],
    [{ application: null, program: { ...program, remaining: 0 } }, "full"],
    [{ application: null, program: { ...program, openTime: program.closeTime } }, "soon"],
    [{ application: null, program: { ...program, closeTime: program.openTime } }, "over"],
    // A decided application takes precedence over the programme's state.
    [{ application: { status: 2 }, program: { ...program, closeTime: program.openTime } }, "accepted"],
  ];
  for (const [facts, state] of cases) expect(kocStateOf(facts, now)).toBe(state);
});
