import { errors, type InteractionResults } from "oidc-provider";
import { Refusal } from "#contract/core/errors.ts";
import type { Config } from "../../config.ts";
import type { Caller } from "../../http/pipeline/caller.ts";
import { isPrompt, prompts, type PromptName } from "../provider/prompts.ts";
import type { ProviderHolder } from "../provider/provider-holder.ts";
import { isProviderOrigin } from "../provider/redirect-allow-list.ts";
import { identityMessages } from "../messages.ts";

/** Login in progress: the prompt that the provider waits for, and the authorize request. */
export type LoginInteraction = {
  readonly prompt: PromptName;
  readonly params: Readonly<Record<string, unknown>>;
  /** Account of the provider's session; null: not logged in. */
  readonly accountId: string | null;
  /** Uid of the provider's session, which survives a password reset. */
  readonly sessionUid: string | null;
  /** Passes the outcome to the provider. @returns the next address of the browser */
  finish(result: InteractionResults): Promise<{ redirectTo: string }>;
};

/** Finds the interaction of a page's call; see `findInteraction`. */
export type FindInteraction = (uid: string, caller: Caller) => Promise<LoginInteraction>;

/** Finishes an interaction with a login; it answers a request to register too, since the page offers both. */
export const finishLogin = (
  interaction: LoginInteraction,
  accountId: string,
  amr: "sms" | "pwd",
): Promise<{ redirectTo: string }> => {
  const login: InteractionResults["login"] = { accountId, remember: true, amr: [amr] };
  return interaction.finish({ login, ...(interaction.prompt === prompts.create && { create: {} }) });
};

/**
 * Whether password login is offered: by configuration or, if that is "asked", by the request's parameter
 * showPwdLogin (requirements F03, F21).
 */
export const isPasswordLoginOffered = (
  params: Readonly<Record<string, unknown>>,
  { passwordLogin }: Pick<Config, "passwordLogin">,
): boolean => passwordLogin === "always" || (passwordLogin === "asked" && params["showPwdLogin"] === "true");

/**
 * Whether a mobile is bound for a user whom the provider does not know: the gateway sends WeChat users with
 * `prompt=login bind_mobile`. An earlier login at the provider does not matter: the WeChat user is merged
 * with the holder of the mobile.
 */
export function isBindingForUnknownUser({
  prompt,
  params,
}: Pick<LoginInteraction, "prompt" | "params">): boolean {
  const requested = typeof params["prompt"] === "string" ? params["prompt"].split(" ") : [];
  return (
    prompt === prompts.login && [prompts.login, prompts.bindMobile].every((one) => requested.includes(one))
  );
}

/**
 * Finds the interaction of the browser's signed cookie. It must be the one in the page's address, so that the
 * cookie of one tab cannot act for another.
 * @throws Refusal "notFound" if it is over or belongs to another browser; "forbidden" for a page of another
 * site
 */
export async function findInteraction(
  holder: ProviderHolder,
  uid: string,
  raw: Caller["raw"],
): Promise<LoginInteraction> {
  const notFound = () => new Refusal("notFound", { message: identityMessages.interactionGone });
  if (raw === null) throw notFound();
  // Defence in depth against CSRF: SameSite cookies and JSON bodies already keep other sites out.
  const { origin } = raw.request.headers;
  if (origin !== undefined && !isProviderOrigin(origin, holder.location())) throw new Refusal("forbidden");
  const provider = await holder.get();
  try {
    const details = await provider.interactionDetails(raw.request, raw.response);
    const { name } = details.prompt;
    if (details.uid !== uid || !isPrompt(name)) throw notFound();
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
    throw error instanceof errors.SessionNotFound ? notFound() : error;
  }
}
