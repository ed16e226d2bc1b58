import {
  allowInsecureRequests,
  ClientError,
  discovery,
  fetchUserInfo,
  genericGrantRequest,
  ResponseBodyError,
  skipSubjectCheck,
  WWWAuthenticateChallengeError,
  type Configuration,
} from "openid-client";
import { Refusal } from "#contract/errors.ts";
import type { Person } from "./rules.ts";
import { words } from "./words.ts";

/** Where the identity provider is, and as whom the gateway speaks to it. */
export type ProviderAddress = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

/** The gateway's side of OpenID Connect: discovery and standard endpoints only. */
export type Provider = {
  /** @throws Refusal "codeSpent", "unreachable" */
  personOfCode(code: string, redirectUri: string, codeVerifier: string | undefined): Promise<Person>;
  /** @throws Refusal "tokenInvalid", "unreachable" */
  personOfToken(accessToken: string): Promise<Person>;
};

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Claims as our provider and Keycloak name them; a nickname is made of the mobile's end where none is given. */
function personOf(claims: Readonly<Record<string, unknown>>): Person {
  const idpId = text(claims["sub"]);
  if (idpId === null) throw new Refusal("unreachable");
  const mobile = text(claims["mobile"]) ?? text(claims["phone_number"])?.replace(/^\+86/, "") ?? null;
  const nickname =
    text(claims["nickname"]) ??
    text(claims["name"]) ??
    (mobile ? words.nicknameOf(mobile.slice(-4)) : words.nickname);
  return { idpId, mobile, nickname };
}

/** Discovers late and once: the provider may be this very process, which listens only after it is built. */
export function createProvider(address: () => Promise<ProviderAddress>): Provider {
  let discovering: Promise<Configuration> | null = null;
  const configuration = async (): Promise<Configuration> => {
    discovering ??= address().then(({ issuer, clientId, clientSecret }) => {
      const url = new URL(issuer);
      // Only where configuration names an http issuer: one machine, or a network of one's own.
      const insecure = url.protocol === "http:" ? { execute: [allowInsecureRequests] } : {};
      return discovery(url, clientId, clientSecret, undefined, { ...insecure, timeout: 10 });
    });
    try {
      return await discovering;
    } catch (error) {
      discovering = null; // the next call tries again
      if (error instanceof Refusal) throw error;
      throw new Refusal("unreachable", { message: words.unreachable });
    }
  };
  return {
    async personOfCode(code, redirectUri, codeVerifier) {
      const found = await configuration();
      try {
        const tokens = await genericGrantRequest(found, "authorization_code", {
          code,
          redirect_uri: redirectUri,
          ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
        });
        return personOf(await fetchUserInfo(found, tokens.access_token, skipSubjectCheck));
      } catch (error) {
        if (error instanceof ResponseBodyError && error.status < 500) throw new Refusal("codeSpent");
        if (error instanceof Refusal) throw error;
        throw new Refusal("unreachable");
      }
    },
    async personOfToken(accessToken) {
      const found = await configuration();
      try {
        return personOf(await fetchUserInfo(found, accessToken, skipSubjectCheck));
      } catch (error) {
        const isRefused =
          error instanceof WWWAuthenticateChallengeError || error instanceof ResponseBodyError;
        if (isRefused && error.status < 500) throw new Refusal("tokenInvalid");
        // A token that is no header value at all (controls, spaces) never reaches the provider.
        if (
          error instanceof TypeError ||
          (error instanceof ClientError && error.code === "ERR_INVALID_ARG_VALUE")
        )
          throw new Refusal("tokenInvalid");
        if (error instanceof Refusal) throw error;
        throw new Refusal("unreachable");
      }
    },
  };
}
