// The provider's login page over HTTP.
import type { Stranger } from "./stranger.ts";

const CLIENT = "qinglan-marketing";

/** Opens the provider's login page. @returns the uid of the login in progress; "": none */
export async function openLogin(
  stranger: Stranger,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  // The provider knows its own origin only.
  const { origin, direct } = stranger.target;
  const parameters = new URLSearchParams({
    client_id: CLIENT,
    response_type: "code",
    scope: "openid",
    redirect_uri: `${direct}/marketing/area/activity/?loginType=SSO`,
    state: "1763700000000",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    ...more,
  });
  const answer = await stranger.browser.request(`${origin}/pass/auth?${parameters.toString()}`);
  return /\/pass\/interaction\/([\w-]+)$/.exec(answer.location ?? "")?.[1] ?? "";
}
