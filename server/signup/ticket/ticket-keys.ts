import { createHmac } from "node:crypto";
import {
  parseTicketCode,
  ticketCodeText,
  ticketMacText,
  ticketStepAt,
  TICKET_TOLERANCE,
} from "#contract/signup/ticket-code.ts";
import { memoizedServerSecret } from "../../database/shared-tables/server-secret.ts";
import type { AppContext } from "../../core/app-context.ts";
import { timingSafeEqualText, signHmac } from "../../core/secrets.ts";

/** Keys of tickets and the codes made with them (requirement L19). */
export type TicketKeys = {
  /** Derives the key of a ticket. Only the ticket's person gets it; it is useless without the sign-up. */
  keyOf(signUpId: string): Promise<string>;
  /**
   * Verifies a scanned text.
   * @param now server time, ms
   * @returns null if it is not a valid ticket code; `isStale` if it is valid for another time than now
   */
  verify(text: string, now: number): Promise<{ signUpId: string; isStale: boolean } | null>;
};

export function ticketKeys(context: AppContext): TicketKeys {
  const secret = memoizedServerSecret(context, "ticket");
  const keyOf = async (signUpId: string): Promise<string> => signHmac(await secret(), signUpId);
  return {
    keyOf,
    async verify(text, now) {
      const parsed = parseTicketCode(text);
      if (parsed === null) return null;
      const { signUpId, step } = parsed;
      const mac = createHmac("sha256", await keyOf(signUpId))
        .update(ticketMacText(signUpId, step))
        .digest("hex");
      if (!timingSafeEqualText(ticketCodeText(signUpId, step, mac), text.trim())) return null;
      return { signUpId, isStale: Math.abs(step - ticketStepAt(now)) > TICKET_TOLERANCE };
    },
  };
}
