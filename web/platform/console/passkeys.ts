import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";

/** Options as the server sends them; the browser judges their parts. */
type Options = Readonly<Record<string, unknown>>;

/** Whether the browser has passkeys: they need https, or localhost. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === "function";

/**
 * Asks for a passkey of this site.
 * @returns null when the person closed the question or has none
 */
export async function askForPasskey(options: Options): Promise<AuthenticationResponseJSON | null> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  try {
    return await startAuthentication({
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
    });
  } catch {
    return null;
  }
}

/** Creates a passkey. @returns null when the person closed the question */
export async function createPasskey(options: Options): Promise<RegistrationResponseJSON | null> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  try {
    return await startRegistration({
      optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
    });
  } catch {
    return null;
  }
}
