import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/server";
import type * as z from "zod/mini";
import type { passkeyOptions, passkeyResponse } from "#contract/console/login.ts";
import type { StoredPasskey } from "./credential-store.ts";

type Response = z.output<typeof passkeyResponse>;
type Options = z.output<typeof passkeyOptions>;
/** Site for which a passkey is valid: the host of the page's origin, which has been compared with our own. */
type Site = { readonly origin: string };
const hostOf = ({ origin }: Site): string => new URL(origin).hostname;
const toOptions = (options: object): Options => JSON.parse(JSON.stringify(options)) as Options;

/** Options to create a passkey that names the account itself and verifies the person. */
export async function passkeyRegistration(
  site: Site,
  {
    brandName,
    login,
    name,
    operatorId,
  }: { brandName: string; login: string; name: string; operatorId: string },
): Promise<{ options: Options; challenge: string }> {
  const options = await generateRegistrationOptions({
    rpName: brandName,
    rpID: hostOf(site),
    userName: login,
    userDisplayName: name,
    userID: new TextEncoder().encode(operatorId),
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { options: toOptions(options), challenge: options.challenge };
}

/** @returns the new passkey; null: the response is not valid */
export async function verifyNewPasskey(
  site: Site,
  response: Response,
  challenge: string,
): Promise<StoredPasskey | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: hostOf(site),
      requireUserVerification: true,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { passkeyId: id, publicKey: Buffer.from(publicKey).toString("base64url"), signCount: counter };
  } catch {
    // The library throws for everything that a browser would not send.
    return null;
  }
}

/** Options to prove a passkey. @param passkeys null: any that the person has for this site */
export async function passkeyAuthentication(
  site: Site,
  passkeys: readonly StoredPasskey[] | null,
): Promise<{ options: Options; challenge: string }> {
  const options = await generateAuthenticationOptions({
    rpID: hostOf(site),
    userVerification: "required",
    ...(passkeys && { allowCredentials: passkeys.map(({ passkeyId }) => ({ id: passkeyId })) }),
  });
  return { options: toOptions(options), challenge: options.challenge };
}

/** @returns the passkey's new counter; null: the response is not valid */
export async function verifyPasskey(
  site: Site,
  response: Response,
  challenge: string,
  passkey: StoredPasskey,
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: hostOf(site),
      requireUserVerification: true,
      credential: {
        id: passkey.passkeyId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
        counter: passkey.signCount,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
