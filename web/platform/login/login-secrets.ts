import type { Refusal } from "#contract/core/errors.ts";
import type { Session } from "#contract/session/session.ts";

/**
 * Credentials of a login that are held in memory only: codes, tokens and the sessions that they were
 * exchanged for. The rules (login-reducer.ts) never see them.
 */
export const loginSecrets: {
  /** Authorization code of the provider or of WeChat. */
  code: string | null;
  /** Access token of the identity provider, from the native app or for an SMS code. */
  token: string | null;
  /** Hex SHA-256 of the app's token that is being exchanged; null for another credential. */
  appTokenHash: string | null;
  /** The `tk` of the landing address. */
  tk: string | null;
  /** The session of the last exchange. */
  session: Session | null;
  /** The refusal of the last exchange. */
  refusal: Refusal | null;
} = { code: null, token: null, appTokenHash: null, tk: null, session: null, refusal: null };
