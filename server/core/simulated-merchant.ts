import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Account of the merchant at the simulated WeChat Pay and Alipay; none of it is accepted in production. */
export const simulatedAccount = {
  mchid: "1900000000",
  /** Serial numbers of the merchant's certificate, and of the platform certificate that the public key replaces. */
  serial: "5157F09EFDC096DE15EBE81A47057A7232000000",
  certificateSerial: "51A2B3C4D5E6F708192A3B4C5D6E7F8090000000",
  publicKeyId: "PUB_KEY_ID_0119000000002026000000000000",
  alipayAppId: "2021000000000000",
  sellerId: "2088000000000000",
} as const;

const keyNames = [
  "wechatMerchant",
  "wechatPublicKey",
  "wechatCertificate",
  "alipayMerchant",
  "alipay",
] as const;
/** Private keys of the simulated merchant and of both simulated channels. */
type SimulatedKeys = Readonly<Record<(typeof keyNames)[number], string>> & {
  /** 32 bytes. */
  readonly v3Key: string;
};
export type SimulatedMerchant = typeof simulatedAccount & { readonly keys: SimulatedKeys };

const fileOf = (dataDir: string): string => join(dataDir, "simulated-merchant.json");
const readKeys = (dataDir: string): SimulatedKeys =>
  JSON.parse(readFileSync(fileOf(dataDir), "utf8")) as SimulatedKeys;
const newPrivateKey = (): string =>
  generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({
    type: "pkcs8",
    format: "pem",
  }) as string;

/** Creates the keys; another process may be faster, and its keys are then used. */
function createKeys(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const keys = Object.fromEntries(keyNames.map((name) => [name, newPrivateKey()]));
  const draft = `${fileOf(dataDir)}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, JSON.stringify({ ...keys, v3Key: randomBytes(16).toString("hex") }), { mode: 0o600 });
  try {
    linkSync(draft, fileOf(dataDir));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
}
const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** The merchant at the simulated channels; its keys are created in the data directory when they are first needed. */
export function loadSimulatedMerchant(dataDir: string): SimulatedMerchant {
  try {
    return { ...simulatedAccount, keys: readKeys(dataDir) };
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  createKeys(dataDir);
  return { ...simulatedAccount, keys: readKeys(dataDir) };
}

/** Whether a key is one of the simulator's in the data directory, which production refuses. */
export function isSimulatedKey(dataDir: string, key: KeyObject): boolean {
  const textOf = (any: KeyObject | string): string =>
    createPublicKey(any as string).export({ type: "spki", format: "pem" }) as string;
  const publicKey = key.type === "public" ? key.export({ type: "spki", format: "pem" }) : textOf(key);
  try {
    const keys = readKeys(dataDir);
    return keyNames.some((name) => textOf(keys[name]) === publicKey);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
