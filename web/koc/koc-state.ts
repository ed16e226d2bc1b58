import type { KocProgram, KocApplicationStatus } from "#contract/koc/koc.ts";

export type KocState = "soon" | "open" | "full" | "over" | "review" | "accepted" | "declined";

/** State of the page: the application's outcome, otherwise whether one can be made. @param now ms */
export function kocStateOf(
  {
    application,
    program,
  }: {
    application: Pick<KocApplicationStatus, "status"> | null;
    program: Pick<KocProgram, "openTime" | "closeTime" | "remaining">;
  },
  now: number,
): KocState {
  if (application?.status === 1) return "review";
  if (application?.status === 2) return "accepted";
  if (application?.status === 3) return "declined";
  if (now < Date.parse(program.openTime)) return "soon";
  if (now >= Date.parse(program.closeTime)) return "over";
  return program.remaining > 0 ? "open" : "full";
}
