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

/** A ticket's own key and the codes made with it (requirement L19). */
export type TicketKeys = {
  /** Given to the ticket's person alone; of no use once the sign-up is gone. */
  keyOf(signUpId: string): Promise<string>;
  /**
   * Whose code a scanned text is. "stale": right, but of another time than now.
   * @param now the server's time, ms
   */
  verify(text: string, now: number): Promise<{ signUpId: string; isStale: boolean } | null>;
};

export function ticketKeys(context: AppContext): TicketKeys {
  const secret = memoizedServerSecret(context, "ticket");
  const keyOf = async (signUpId: string): Promise<string> => signHmac(await secret(), signUpId);
  return {
    keyOf,
    async verify(text, now) {
      const read = parseTicketCode(text);
      if (read === null) return null;
      const { signUpId, step } = read;
      const mac = createHmac("sha256", await keyOf(signUpId))
        .update(ticketMacText(signUpId, step))
        .digest("hex");
      if (!timingSafeEqualText(ticketCodeText(signUpId, step, mac), text.trim())) return null;
      return { signUpId, isStale: Math.abs(step - ticketStepAt(now)) > TICKET_TOLERANCE };
    },
  };
}
