import type { ApiEnvironment } from "../environment/environment.ts";
import { withoutLoginParameters } from "../navigation/address.ts";
import { MAX_RETURN_URL_LENGTH } from "../login/pending-login.ts";
import type { LoginPurpose } from "../login/login-state.ts";

/** Value of `loginType` in the return address, by which the return is recognized (requirements F05, I02). */
export const loginTypeOf = (purpose: LoginPurpose): "SSO" | "bindMobile" =>
  purpose === "bindMobile" ? "bindMobile" : "SSO";

/**
 * Return address for the provider: the page's address with loginType appended and without its hash
 * (requirement F05). The hash is stored, since OAuth forbids it in a redirect_uri.
 */
export function buildReturnUrl(href: string, purpose: LoginPurpose): string {
  const { origin, pathname, search } = new URL(href);
  const rest = withoutLoginParameters(search).replaceAll("\\", "%5C");
  const query = (text: string): string =>
    `${text === "" ? "?" : `${text}&`}loginType=${loginTypeOf(purpose)}`;
  const url = origin + pathname + query(rest);
  return url.length <= MAX_RETURN_URL_LENGTH ? url : origin + pathname + query("");
}

export type AuthorizeRequest = {
  readonly purpose: LoginPurpose;
  readonly redirectUri: string;
  readonly state: string;
  /** Base64url SHA-256 of the PKCE verifier. */
  readonly challenge: string;
  /** In WeChat the provider always asks for a login: another person may be logged in there. */
  readonly isInWechat?: boolean;
};

/**
 * Address of the provider's login or registration page, as specification section 2 requires
 * (requirements F02–F04, F25).
 */
export function buildAuthorizeUrl(environment: ApiEnvironment, request: AuthorizeRequest): string {
  const { clientId, oneIdCustomeUaa, oneIdCustomeUaaRegistry } = environment.configuration;
  const address = new URL(request.purpose === "register" ? oneIdCustomeUaaRegistry : oneIdCustomeUaa);
  const parameters = {
    client_id: clientId,
    response_type: "code",
    scope: "openid",
    redirect_uri: request.redirectUri,
    state: request.state,
    history_state: "replace",
    ...(environment.name !== "prod" && { showPwdLogin: "true" }),
    ...(request.purpose === "bindMobile" && {
      prompt: request.isInWechat ? "login bind_mobile" : "bind_mobile",
    }),
    code_challenge: request.challenge,
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}
