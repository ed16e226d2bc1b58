import type { Refusal } from "#contract/core/errors.ts";
import type { Session } from "#contract/session/session.ts";

/**
 * What a login holds in memory and nowhere else: codes and tokens, and what they were turned into.
 * The rules (next-login.ts) never see it.
 */
export const loginSecrets: {
  /** Authorization code, of the provider or of WeChat. */
  code: string | null;
  /** A token of the identity provider: the native app's, or for an SMS code. */
  token: string | null;
  /** Hex SHA-256 of the app's token that the exchange is about; null: another's. */
  appTokenHash: string | null;
  /** Of the landing address. */
  tk: string | null;
  /** What the last exchange gave. */
  session: Session | null;
  /** Why it gave none. */
  refusal: Refusal | null;
} = { code: null, token: null, appTokenHash: null, tk: null, session: null, refusal: null };
