import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientError,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  AuthorizationResponseError,
  type Configuration,
} from "openid-client";
import { Refusal } from "#contract/core/errors.ts";
import { memoizeAsync } from "../../core/memoize-async.ts";
import type { StaffDirectorySettings } from "../../config.ts";

/** Secrets of a login under way. */
type DirectoryRequest = { readonly state: string; readonly nonce: string; readonly verifier: string };
/** Person whom the directory has logged in. */
export type DirectoryPerson = {
  readonly subject: string;
  readonly name: string;
  readonly groups: readonly string[];
  /** Time of the login at the directory, ms since the epoch; null: not told. */
  readonly authTime: number | null;
};
/** Client of the staff directory: code flow with PKCE, state and nonce (requirement CO16). */
export type DirectoryClient = {
  /** @param isStepUp asks the directory for the person's credentials again */
  start(redirectUri: string, isStepUp: boolean): Promise<{ url: string; request: DirectoryRequest }>;
  /** @param callbackUrl redirect URI with the query of the answer @throws Refusal "loginFailed" or "unreachable" */
  finish(callbackUrl: URL, request: DirectoryRequest, isStepUp: boolean): Promise<DirectoryPerson>;
};

/** Longest login at the directory, s; `auth_time` of a step-up is judged by the caller. */
const MAX_AGE = 600;

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

type Claims = Readonly<Record<string, unknown>>;
/** Claims of the ID token, with those of the user info endpoint where the token names no groups. */
async function allClaims(configuration: Configuration, token: Claims, accessToken: string): Promise<Claims> {
  if (Array.isArray(token["groups"]) || configuration.serverMetadata().userinfo_endpoint === undefined)
    return token;
  return { ...(await fetchUserInfo(configuration, accessToken, String(token["sub"]))), ...token };
}

function personOf(claims: Claims): DirectoryPerson {
  const subject = textOf(claims["sub"]) ?? "";
  const { auth_time: authTime } = claims;
  return {
    subject,
    name: textOf(claims["name"]) ?? textOf(claims["preferred_username"]) ?? subject,
    groups: textsOf(claims["groups"]),
    authTime: typeof authTime === "number" ? authTime * 1000 : null,
  };
}

/** Whether the directory refused, or its answer does not belong to this login, as opposed to an outage. */
const isRefused = (error: unknown): boolean =>
  error instanceof AuthorizationResponseError ||
  error instanceof ClientError ||
  (error instanceof ResponseBodyError && error.status < 500);

/** Connects at first use: the directory need not run when the product starts. */
export function createDirectoryClient({
  issuer,
  clientId,
  clientSecret,
}: StaffDirectorySettings): DirectoryClient {
  const url = new URL(issuer);
  const insecure = url.protocol === "http:" ? { execute: [allowInsecureRequests] } : {};
  const discover = memoizeAsync(() =>
    discovery(url, clientId, clientSecret, undefined, { ...insecure, timeout: 10 }),
  );
  const connect = async (): Promise<Configuration> => {
    try {
      return await discover();
    } catch {
      throw new Refusal("unreachable");
    }
  };
  return {
    async start(redirectUri, isStepUp) {
      const configuration = await connect();
      const request = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const address = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: "openid profile",
        state: request.state,
        nonce: request.nonce,
        code_challenge: await calculatePKCECodeChallenge(request.verifier),
        code_challenge_method: "S256",
        ...(isStepUp && { max_age: "0", prompt: "login" }),
      });
      return { url: address.href, request };
    },
    async finish(callbackUrl, { state, nonce, verifier }, isStepUp) {
      const configuration = await connect();
      try {
        const tokens = await authorizationCodeGrant(configuration, callbackUrl, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
          ...(isStepUp && { maxAge: MAX_AGE }),
        });
        const claims = tokens.claims() as Claims | undefined;
        if (claims === undefined) throw new Refusal("loginFailed");
        return personOf(await allClaims(configuration, claims, tokens.access_token));
      } catch (error) {
        if (error instanceof Refusal) throw error;
        throw new Refusal(isRefused(error) ? "loginFailed" : "unreachable");
      }
    },
  };
}
