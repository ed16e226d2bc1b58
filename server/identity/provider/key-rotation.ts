import { generateKeyPair, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { JWK } from "oidc-provider";
import type { AppContext } from "../../core/app-context.ts";
import { providerKeyStore, type StoredKey } from "./key-store.ts";

const DAY = 86_400_000;
/** A new key after this long. */
export const keyLifetime = 90 * DAY;
/** What a replaced key signed is still accepted for: more than the longest session. */
export const keyGracePeriod = 30 * DAY;

/** A new key is known to all processes, which look every hour, before the first one signs with it. */
export const keyActivationDelay = 2 * 3_600_000;

/** Whether a newer key is due. @param newest when the newest was made; null: there is none */
export const isKeyDue = (newest: number | null, now: number): boolean =>
  newest === null || now - newest >= keyLifetime;

/**
 * The keys still good for something, the signing one first: the newest but for its notice, then
 * those that verify what they signed, for a while after the next one took their place.
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

const makePair = promisify(generateKeyPair);
/** ES256: small, and one family with what browsers and phones verify fast. */
async function makeSigningKey(): Promise<string> {
  const { privateKey } = await makePair("ec", { namedCurve: "P-256" });
  return JSON.stringify({ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig" });
}
const makers = {
  signing: makeSigningKey,
  cookie: () => Promise.resolve(randomBytes(32).toString("base64url")),
};

export type ProviderKeys = {
  readonly jwks: { keys: JWK[] };
  readonly cookies: string[];
  /** Changes when the keys or their order do. */ readonly version: string;
};

/** Reads the keys from the database, making what is due; parallel processes end up with the same ones. */
export async function loadProviderKeys(context: AppContext): Promise<ProviderKeys> {
  const store = providerKeyStore(context.db);
  const now = context.clock.now();
  const load = async (kind: keyof typeof makers): Promise<StoredKey[]> => {
    let kept = await store.list(kind);
    if (isKeyDue(kept[0]?.created ?? null, now)) {
      await store.add(kind, (kept[0]?.generation ?? 0) + 1, await makers[kind](), now);
      kept = await store.list(kind);
    }
    const usable = usableKeys(kept, now);
    const oldest = Math.min(...usable.map(({ generation }) => generation));
    if (usable.length < kept.length) await store.dropBefore(kind, oldest);
    return usable;
  };
  const [signing, cookie] = [await load("signing"), await load("cookie")];
  return {
    jwks: { keys: signing.map(({ material }) => JSON.parse(material) as JWK) },
    cookies: cookie.map(({ material }) => material),
    version: [...signing, ...cookie].map(({ generation }) => generation).join("."),
  };
}
