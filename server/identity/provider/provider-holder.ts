import type Provider from "oidc-provider";
import { serverSecret } from "../../database/shared-tables/server-secret.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Accounts } from "../accounts.ts";
import { loadProviderKeys, type ProviderKeys } from "./key-rotation.ts";
import type { PayloadStore } from "./payload-store.ts";
import { buildProvider } from "./oidc-provider.ts";
import type { WebOrigins } from "./redirect-allow-list.ts";

/** Where the provider is, once it is known. */
export type ProviderLocation = { readonly issuer: string; readonly places: WebOrigins };

export type ProviderHolder = {
  /** The provider, made at first use: its issuer may be known only when the server listens. */
  get(): Promise<Provider>;
  where(): ProviderLocation;
  clientSecret(): Promise<string>;
  /** Takes over keys that are new since, its own or another process's. */
  renewKeys(): Promise<void>;
};

export function createProviderHolder(
  context: AppContext,
  parts: { payloads: PayloadStore; accounts: Pick<Accounts, "find"> },
): ProviderHolder {
  const { config } = context;
  const where = (): ProviderLocation => {
    const own = context.origin();
    const simulatedDomain = config.simulators ? config.brand.domain : null;
    return {
      issuer: (config.passBase ?? `${own}/pass`).replace(/\/$/, ""),
      places: { origin: own, further: config.webOrigins, simulatedDomain },
    };
  };
  const clientSecret = (): Promise<string> => serverSecret(context.db, context.clock, "oidc-client");
  const build = async (
    { issuer, places }: ProviderLocation,
    keys: Promise<ProviderKeys>,
  ): Promise<Provider> => {
    const { brand, isPkceRequired, sessionMaxDays: sessionMostDays } = config;
    const loginAgeMost = sessionMostDays * 86_400;
    const shared = { ...parts, brand, isPkceRequired, loginAgeMost, clientSecret: await clientSecret() };
    const provider = buildProvider({ ...shared, issuer, places, keys: await keys });
    provider.on("server_error", (_ctx, error) =>
      context.log.error({ err: error }, "the identity provider failed"),
    );
    return provider;
  };

  let held: { issuer: string; keys: Promise<ProviderKeys>; provider: Promise<Provider> } | null = null;
  return {
    where,
    clientSecret,
    async get() {
      const place = where();
      if (held?.issuer !== place.issuer) {
        const keys = loadProviderKeys(context);
        held = { issuer: place.issuer, keys, provider: build(place, keys) };
      }
      try {
        return await held.provider;
      } catch (error) {
        held = null; // the next request tries again
        throw error;
      }
    },
    async renewKeys() {
      if (held === null) return;
      const fresh = await loadProviderKeys(context);
      if (fresh.version !== (await held.keys).version) held = null;
    },
  };
}
