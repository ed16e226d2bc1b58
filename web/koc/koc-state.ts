import type { KocProgram, KocApplicationStatus } from "#contract/koc/koc.ts";

export type KocState = "soon" | "open" | "full" | "over" | "review" | "accepted" | "declined";

/** State of the page: the application's outcome, otherwise whether one can be made. @param now ms */
export function kocStateOf(
  {
    standing,
    program,
  }: {
    standing: Pick<KocApplicationStatus, "status"> | null;
    program: Pick<KocProgram, "openTime" | "closeTime" | "remaining">;
  },
  now: number,
): KocState {
  if (standing?.status === 1) return "review";
  if (standing?.status === 2) return "accepted";
  if (standing?.status === 3) return "declined";
  if (now < Date.parse(program.openTime)) return "soon";
  if (now >= Date.parse(program.closeTime)) return "over";
  return program.remaining > 0 ? "open" : "full";
}
