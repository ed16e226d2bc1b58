import { createHmac } from "node:crypto";
import {
  readTicketCode,
  ticketCodeText,
  ticketMacText,
  ticketStepAt,
  TICKET_TOLERANCE,
} from "#contract/ticket-code.ts";
import { rememberedSecret } from "../database/server-secret.ts";
import type { Kit } from "../kit.ts";
import { sameText, seal } from "../secrets.ts";

/** A ticket's own key and the codes made with it (requirement L19). */
export type TicketKeys = {
  /** Given to the ticket's person alone; of no use once the sign-up is gone. */
  keyOf(signUpId: string): Promise<string>;
  /**
   * Whose code a scanned text is. "stale": right, but of another time than now.
   * @param now the server's time, ms
   */
  judge(text: string, now: number): Promise<{ signUpId: string; isStale: boolean } | null>;
};

export function ticketKeys(kit: Kit): TicketKeys {
  const secret = rememberedSecret(kit, "ticket");
  const keyOf = async (signUpId: string): Promise<string> => seal(await secret(), signUpId);
  return {
    keyOf,
    async judge(text, now) {
      const read = readTicketCode(text);
      if (read === null) return null;
      const { signUpId, step } = read;
      const mac = createHmac("sha256", await keyOf(signUpId))
        .update(ticketMacText(signUpId, step))
        .digest("hex");
      if (!sameText(ticketCodeText(signUpId, step, mac), text.trim())) return null;
      return { signUpId, isStale: Math.abs(step - ticketStepAt(now)) > TICKET_TOLERANCE };
    },
  };
}
