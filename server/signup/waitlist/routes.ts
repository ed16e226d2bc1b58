import { acceptOffer, leaveWaitlist } from "#contract/signup/waitlist.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import type { AppContext } from "../../core/app-context.ts";
import { createWaitlist } from "./queue.ts";

/** Accepting and leaving; joining is part of signing up (register/registration.ts). */
export function waitlistRoutes(
  { db, clock }: AppContext,
  calls: RpcRouter,
  invalidateSoldOut: (activityId: string) => void,
): void {
  const waitlist = createWaitlist(db);
  calls.on(acceptOffer, async ({ id }, caller) => {
    const { signup_id, ticket_code, status } = await waitlist.accept(
      id,
      requireUser(caller).userId,
      clock.now(),
    );
    return { signUpId: signup_id, ticketCode: ticket_code, status };
  });
  calls.on(leaveWaitlist, async ({ id }, caller) => {
    const left = await waitlist.leave(id, requireUser(caller).userId, clock.now());
    invalidateSoldOut(id);
    return { left };
  });
}
