import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { JWK } from "oidc-provider";
import type { AppContext } from "../../core/app-context.ts";
import { providerKeyStore, type StoredKey } from "./key-store.ts";

const DAY = 86_400_000;
/** Age at which a key is replaced, ms. */
export const keyLifetime = 90 * DAY;
/** Time for which signatures of a replaced key stay valid, ms: longer than the longest session. */
export const keyGracePeriod = 30 * DAY;

/** Delay before a new key signs, ms: all processes reload keys every hour, so each knows it by then. */
export const keyActivationDelay = 2 * 3_600_000;

/** Whether a new key must be created. @param newest creation time of the newest, ms; null: there is none */
export const isKeyDue = (newest: number | null, now: number): boolean =>
  newest === null || now - newest >= keyLifetime;

/**
 * Keys that are still in use, the signing one first: the newest key that is active, then those that only
 * verify, until the grace period after their replacement is over.
 */
export function usableKeys<K extends { readonly created: number }>(
  newestFirst: readonly K[],
  now: number,
): K[] {
  const usable = newestFirst.filter((_key, at) => {
    const successor = newestFirst[at - 1];
    return successor === undefined || now - successor.created < keyGracePeriod;
  });
  const [newest, signing, ...older] = usable;
  if (!newest || !signing || now - newest.created >= keyActivationDelay) return usable;
  return [signing, newest, ...older];
}

const generateKeyPairAsync = promisify(generateKeyPair);
/** ES256: small signatures that browsers and phones verify fast. */
async function createSigningKey(): Promise<string> {
  const { privateKey } = await generateKeyPairAsync("ec", { namedCurve: "P-256" });
  return JSON.stringify({ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig" });
}
const generators = {
  signing: createSigningKey,
  cookie: () => Promise.resolve(randomBytes(32).toString("base64url")),
};

export type ProviderKeys = {
  readonly jwks: { keys: JWK[] };
  readonly cookies: string[];
  /** Changes when the keys or their order do. */
  readonly version: string;
};

/** Loads the keys and creates those that are due; parallel processes end up with the same keys. */
export async function loadProviderKeys(context: AppContext): Promise<ProviderKeys> {
  const store = providerKeyStore(context.db);
  const now = context.clock.now();
  const load = async (kind: keyof typeof generators): Promise<StoredKey[]> => {
    let stored = await store.list(kind);
    if (isKeyDue(stored[0]?.created ?? null, now)) {
      await store.add(kind, (stored[0]?.generation ?? 0) + 1, await generators[kind](), now);
      stored = await store.list(kind);
    }
    const usable = usableKeys(stored, now);
    const oldest = Math.min(...usable.map(({ generation }) => generation));
    if (usable.length < stored.length) await store.deleteBefore(kind, oldest);
    return usable;
  };
  const [signing, cookie] = [await load("signing"), await load("cookie")];
  return {
    jwks: { keys: signing.map(({ material }) => JSON.parse(material) as JWK) },
    cookies: cookie.map(({ material }) => material),
    version: [...signing, ...cookie].map(({ generation }) => generation).join("."),
  };
}
