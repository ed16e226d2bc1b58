import { serverSecret } from "../database/server-secret.ts";
import type { Kit } from "../kit.ts";
import { seal } from "../secrets.ts";

/** A ticket's own key (requirement L19). */
export type TicketKeys = {
  /** Given to the ticket's person alone; of no use once the sign-up is gone. */
  keyOf(signUpId: string): Promise<string>;
};

export function ticketKeys(kit: Kit): TicketKeys {
  let secret: Promise<string> | null = null;
  return {
    async keyOf(signUpId) {
      secret ??= serverSecret(kit.db, kit.clock, "ticket");
      return seal(await secret, signUpId);
    },
  };
}
