import type { ApiEnvironment } from "../environment/environment.ts";
import { withoutLoginParameters } from "../navigation/address.ts";
import { loginTypeOf, type LoginPurpose } from "../login/login-state.ts";

/** Of a return address: the provider takes up to 4096; a longer deep link comes back by `goBackUrl` alone. */
export const MAX_RETURN_URL_LENGTH = 3_500;

/**
 * Where the provider sends the person back to: the page's address with loginType appended, before
 * any hash (requirement F05). The hash itself cannot travel (OAuth forbids it): it is kept beside.
 */
export function buildReturnUrl(href: string, purpose: LoginPurpose): string {
  const { origin, pathname, search } = new URL(href);
  const kept = withoutLoginParameters(search).replaceAll("\\", "%5C");
  const query = (text: string): string =>
    `${text === "" ? "?" : `${text}&`}loginType=${loginTypeOf(purpose)}`;
  const whole = origin + pathname + query(kept);
  return whole.length <= MAX_RETURN_URL_LENGTH ? whole : origin + pathname + query("");
}

export type AuthorizeRequest = {
  readonly purpose: LoginPurpose;
  readonly redirectUri: string;
  readonly state: string;
  /** Base64url SHA-256 of the PKCE verifier. */
  readonly challenge: string;
  /** The provider does not know WeChat's people: whoever else is logged in there is not meant. */
  readonly isInWechat?: boolean;
};

/** The provider's login or registration page, as the specification's section 2 wants it asked for (requirements F02–F04, F25). */
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
