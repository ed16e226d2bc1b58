import type Provider from "oidc-provider";
import { serverSecret } from "../database/server-secret.ts";
import type { Kit } from "../kit.ts";
import type { Accounts } from "./accounts.ts";
import { loadKeys, type Keys } from "./keys.ts";
import type { PayloadStore } from "./payload-store.ts";
import { buildProvider } from "./provider.ts";
import type { WebPlaces } from "./redirects.ts";

/** Where the provider is, once it is known. */
export type Whereabouts = { readonly issuer: string; readonly places: WebPlaces };

export type ProviderHolder = {
  /** The provider, made at first use: its issuer may be known only when the server listens. */
  get(): Promise<Provider>;
  where(): Whereabouts;
  clientSecret(): Promise<string>;
  /** Takes over keys that are new since, its own or another process's. */
  renewKeys(): Promise<void>;
};

export function createHolder(
  kit: Kit,
  parts: { payloads: PayloadStore; accounts: Pick<Accounts, "find"> },
): ProviderHolder {
  const { config } = kit;
  const where = (): Whereabouts => {
    const own = kit.origin();
    const simulatedDomain = config.simulators ? config.brand.domain : null;
    return {
      issuer: (config.passBase ?? `${own}/pass`).replace(/\/$/, ""),
      places: { origin: own, further: config.webOrigins, simulatedDomain },
    };
  };
  const clientSecret = (): Promise<string> => serverSecret(kit.db, kit.clock, "oidc-client");
  const build = async ({ issuer, places }: Whereabouts, keys: Promise<Keys>): Promise<Provider> => {
    const { brand, isPkceRequired, sessionMostDays } = config;
    const loginAgeMost = sessionMostDays * 86_400;
    const shared = { ...parts, brand, isPkceRequired, loginAgeMost, clientSecret: await clientSecret() };
    const provider = buildProvider({ ...shared, issuer, places, keys: await keys });
    provider.on("server_error", (_ctx, error) =>
      kit.log.error({ err: error }, "the identity provider failed"),
    );
    return provider;
  };

  let held: { issuer: string; keys: Promise<Keys>; provider: Promise<Provider> } | null = null;
  return {
    where,
    clientSecret,
    async get() {
      const place = where();
      if (held?.issuer !== place.issuer) {
        const keys = loadKeys(kit);
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
      const fresh = await loadKeys(kit);
      if (fresh.version !== (await held.keys).version) held = null;
    },
  };
}
