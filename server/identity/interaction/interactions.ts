import { errors, type InteractionResults } from "oidc-provider";
import { Refusal } from "#contract/core/errors.ts";
import type { Config } from "../../config.ts";
import type { Caller } from "../../http/pipeline/caller.ts";
import { isPrompt, prompts, type PromptName } from "../provider/prompts.ts";
import type { ProviderHolder } from "../provider/provider-holder.ts";
import { isProviderOrigin } from "../provider/redirect-allow-list.ts";
import { identityMessages } from "../messages.ts";

/** A login under way: what the provider waits for from the person. */
export type LoginInteraction = {
  readonly prompt: PromptName;
  readonly params: Readonly<Record<string, unknown>>;
  /** Who is logged in already; null: nobody. */
  readonly accountId: string | null;
  /** That session's, which goes on whatever else ends. */
  readonly sessionUid: string | null;
  /** Hands the outcome to the provider; where the browser goes next. */
  finish(result: InteractionResults): Promise<{ redirectTo: string }>;
};

/** Whether the password way is open: as configured, and where the request decides, by its showPwdLogin (requirements F03, F21). */
export const isPasswordLoginOffered = (
  params: Readonly<Record<string, unknown>>,
  { passwordLogin }: Pick<Config, "passwordLogin">,
): boolean => passwordLogin === "always" || (passwordLogin === "asked" && params["showPwdLogin"] === "true");

/**
 * Whether a mobile is bound for somebody whom the provider does not know: WeChat's people come from
 * the gateway, with `prompt=login bind_mobile`. Whoever was logged in here before is not asked about:
 * only who holds the mobile now becomes one with them.
 */
export function isBindingForUnknownUser({
  prompt,
  params,
}: Pick<LoginInteraction, "prompt" | "params">): boolean {
  const asked = typeof params["prompt"] === "string" ? params["prompt"].split(" ") : [];
  return prompt === prompts.login && [prompts.login, prompts.bindMobile].every((one) => asked.includes(one));
}

/**
 * The interaction that the browser's signed cookie names, which must be the one of the page's
 * address: the cookie of one tab does not act for another.
 * @throws Refusal "notFound" where it is over, or another browser's; "forbidden" for another site's page
 */
export async function findInteraction(
  holder: ProviderHolder,
  uid: string,
  raw: Caller["raw"],
): Promise<LoginInteraction> {
  const gone = () => new Refusal("notFound", { message: identityMessages.interactionGone });
  if (raw === null) throw gone();
  // Browsers say whose page a script is of. The cookie's SameSite and the call's JSON keep others out
  // already; this holds where a browser knows neither.
  const { origin } = raw.request.headers;
  if (origin !== undefined && !isProviderOrigin(origin, holder.where())) throw new Refusal("forbidden");
  const provider = await holder.get();
  try {
    const details = await provider.interactionDetails(raw.request, raw.response);
    const { name } = details.prompt;
    if (details.uid !== uid || !isPrompt(name)) throw gone();
    return {
      prompt: name,
      params: details.params,
      accountId: details.session?.accountId ?? null,
      sessionUid: details.session?.uid ?? null,
      finish: async (result) => ({
        redirectTo: await provider.interactionResult(raw.request, raw.response, result),
      }),
    };
  } catch (error) {
    throw error instanceof errors.SessionNotFound ? gone() : error;
  }
}
