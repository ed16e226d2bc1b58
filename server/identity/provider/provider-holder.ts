import type Provider from "oidc-provider";
import { serverSecret } from "../../database/shared-tables/server-secret.ts";
import type { AppContext } from "../../core/app-context.ts";
import type { Accounts } from "../accounts.ts";
import { loadProviderKeys, type ProviderKeys } from "./key-rotation.ts";
import type { PayloadStore } from "./payload-store.ts";
import { buildProvider } from "./oidc-provider.ts";
import type { WebOrigins } from "./redirect-allow-list.ts";

/** Addresses of the provider and of the web app. */
type ProviderLocation = { readonly issuer: string; readonly webOrigins: WebOrigins };

export type ProviderHolder = {
  /** Returns the provider, built at first use, since its issuer may be known only when the server listens. */
  get(): Promise<Provider>;
  location(): ProviderLocation;
  clientSecret(): Promise<string>;
  /** Creates keys that are due and loads those of other processes; new keys rebuild the provider. */
  reloadKeys(): Promise<void>;
};

export function createProviderHolder(
  context: AppContext,
  parts: { payloads: PayloadStore; accounts: Pick<Accounts, "find"> },
): ProviderHolder {
  const { config } = context;
  const location = (): ProviderLocation => {
    const own = context.origin();
    const simulatedDomain = config.simulators ? config.brand.domain : null;
    return {
      issuer: (config.passBase ?? `${own}/pass`).replace(/\/$/, ""),
      webOrigins: { origin: own, further: config.webOrigins, simulatedDomain },
    };
  };
  const clientSecret = (): Promise<string> => serverSecret(context.db, context.clock, "oidc-client");
  const build = async (
    { issuer, webOrigins }: ProviderLocation,
    keys: Promise<ProviderKeys>,
  ): Promise<Provider> => {
    const { brand, isPkceRequired, sessionMaxDays } = config;
    const maxLoginAge = sessionMaxDays * 86_400;
    const shared = { ...parts, brand, isPkceRequired, maxLoginAge, clientSecret: await clientSecret() };
    const provider = buildProvider({ ...shared, issuer, webOrigins, keys: await keys });
    provider.on("server_error", (_ctx, error) =>
      context.log.error({ err: error }, "identity provider error"),
    );
    return provider;
  };

  let current: { issuer: string; keys: Promise<ProviderKeys>; provider: Promise<Provider> } | null = null;
  return {
    location,
    clientSecret,
    async get() {
      const found = location();
      if (current?.issuer !== found.issuer) {
        const keys = loadProviderKeys(context);
        current = { issuer: found.issuer, keys, provider: build(found, keys) };
      }
      try {
        return await current.provider;
      } catch (error) {
        current = null; // the next request tries again
        throw error;
      }
    },
    async reloadKeys() {
      if (current === null) return;
      const fresh = await loadProviderKeys(context);
      if (fresh.version !== (await current.keys).version) current = null;
    },
  };
}
