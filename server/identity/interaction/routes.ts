import { cancelLogin, showInteraction } from "#contract/identity/identity.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import {
  findInteraction,
  isBindingForUnknownUser,
  isPasswordLoginOffered,
  type FindInteraction,
} from "./interactions.ts";
import { loginRoutes, type LoginParts } from "./login-routes.ts";
import { mobileRoutes, type MobileParts } from "./mobile-routes.ts";
import { prompts } from "../provider/prompts.ts";
import type { ProviderHolder } from "../provider/provider-holder.ts";

/** Names of the prompts on the wire. */
const promptNames = {
  [prompts.login]: "login",
  [prompts.create]: "create",
  [prompts.bindMobile]: "bindMobile",
} as const;

type Parts = LoginParts & MobileParts & { readonly holder: ProviderHolder };

/** Registers the calls about the current interaction itself: showing it and cancelling the login. */
function interactionInfoRoutes(calls: RpcRouter, { context }: Parts, find: FindInteraction): void {
  calls.on(showInteraction, async ({ uid }, caller) => {
    const interaction = await find(uid, caller);
    const { prompt, params } = interaction;
    const joins = isBindingForUnknownUser(interaction);
    return {
      prompt: promptNames[joins ? prompts.bindMobile : prompt],
      joins,
      showPasswordLogin: isPasswordLoginOffered(params, context.config),
      asksPassword: context.config.passwordLogin !== "never",
      clientName: context.config.brand.name,
    };
  });
  calls.on(cancelLogin, async ({ uid }, caller) => {
    const interaction = await find(uid, caller);
    return interaction.finish({ error: "access_denied", error_description: "the person went back" });
  });
}

/**
 * Registers the calls of the provider's pages; each belongs to the interaction that both the cookie and the
 * uid name.
 */
export function interactionRoutes(calls: RpcRouter, parts: Parts): void {
  const find: FindInteraction = (uid, caller) => findInteraction(parts.holder, uid, caller.raw);
  interactionInfoRoutes(calls, parts, find);
  loginRoutes(calls, parts, find);
  mobileRoutes(calls, parts, find);
}
