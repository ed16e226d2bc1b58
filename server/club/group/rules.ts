import { clubLimits } from "#contract/club/limits.ts";

/** Result of an application to a group; `again`: already a member, or already waiting. */
export type JoinOutcome = "joined" | "review" | "blocked" | "full" | "tooManyGroups" | "again";
/** An applicant with their status in the group (null: none) and the number of groups that they are in or wait for. */
export type GroupApplicant = {
  readonly memberId: string;
  readonly status: number | null;
  readonly groups: number;
};
/** Decides a batch of applications in their order, so that exactly the free places are given. */
export function admitApplicants(
  applicants: readonly GroupApplicant[],
  group: { readonly members: number; readonly places: number; readonly join_mode: "open" | "approval" },
): JoinOutcome[] {
  let { members } = group;
  const decided = new Map<string, JoinOutcome>();
  return applicants.map(({ memberId, status, groups }): JoinOutcome => {
    const before = decided.get(memberId);
    if (before === "joined" || before === "review") return "again";
    const decide = (): JoinOutcome => {
      if (status === 3) return "blocked";
      if (status !== null) return "again";
      if (groups >= clubLimits.maxGroups) return "tooManyGroups";
      if (members >= group.places) return "full";
      if (group.join_mode === "approval") return "review";
      members++;
      return "joined";
    };
    const outcome = decide();
    decided.set(memberId, outcome);
    return outcome;
  });
}
