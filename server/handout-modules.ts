import type { AppContext } from "./core/app-context.ts";
import type { StaffLinkKind } from "#contract/console/basics/links.ts";
import { issueInvitations, type InvitedSignUp } from "./invitation/index.ts";
import { issueStaffLink, type StaffLinkScope } from "./staff-link/index.ts";

/** Invitation codes and staff links, as they are made. */
export type Handouts = {
  readonly invited: readonly InvitedSignUp[];
  /** Of the codes, ms. */
  readonly expires: number;
  readonly links: readonly (StaffLinkScope & { readonly kind: StaffLinkKind; readonly days: number })[];
};

/**
 * Makes the demo's codes and links in the name of an operator, as the console does; called again, it makes others.
 * @throws Error if a link cannot be made
 */
export const handOut =
  ({ db, clock }: Pick<AppContext, "db" | "clock">) =>
  async ({ invited, expires, links }: Handouts, operatorId: string): Promise<void> => {
    const by = { kind: "operator", id: operatorId, host: "console" } as const;
    await issueInvitations(db, invited, { by, now: new Date(clock.now()), expires: new Date(expires) });
    for (const link of links) {
      const made = await issueStaffLink({ db, clock, by }, link);
      if ("problem" in made) throw new Error(`link ${link.kind}: ${made.problem}`);
    }
  };
