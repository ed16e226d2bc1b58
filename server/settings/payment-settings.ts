import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { isSimulatedKey, simulatedAccount } from "../core/simulated-merchant.ts";
import { commaSeparated, isUnencryptedRemote } from "./address-settings.ts";

const text = z.string().min(1);
const url = z
  .url({ protocol: /^https?$/, error: "must be a full http(s) URL" })
  .transform((address) => (address.endsWith("/") ? address : `${address}/`));
const exactUrl = z.url({ protocol: /^https?$/, error: "must be a full http(s) URL" });

/** Variables of the mall's payment channels and its express tracking. Those of one system are set together or not at all. */
export const paymentFields = {
  MALL: z
    .enum(["0", "1"], { error: "must be 0 or 1" })
    .transform((flag) => flag === "1")
    .optional(),
  MALL_SECOND_EYES_FEN: z
    .string()
    .regex(/^\d{1,8}$/, "must be an amount in fen, 0 to 99999999")
    .transform(Number)
    .optional(),
  /** The merchant number at WeChat Pay, its private key, and the serial number of its certificate. */
  WECHAT_PAY_MCHID: z
    .string()
    .regex(/^\d{8,12}$/, "must be 8 to 12 digits")
    .optional(),
  WECHAT_PAY_KEY_FILE: text.optional(),
  WECHAT_PAY_SERIAL: z
    .string()
    .regex(/^[0-9A-Fa-f]{16,64}$/, "must be a certificate's serial number, hexadecimal")
    .transform((serial) => serial.toUpperCase())
    .optional(),
  WECHAT_PAY_V3_KEY: z
    .string()
    .refine((key) => Buffer.byteLength(key) === 32, "must be 32 bytes")
    .optional(),
  WECHAT_PAY_PUBLIC_KEY_FILE: text.optional(),
  WECHAT_PAY_PUBLIC_KEY_ID: z
    .string()
    .regex(/^PUB_KEY_ID_\w+$/, "must start with PUB_KEY_ID_")
    .optional(),
  /** WeChat's platform certificate, while a merchant moves from it to the public key. */
  WECHAT_PAY_CERTIFICATE_FILE: text.optional(),
  /** Two addresses at most, which are tried one after another. */
  WECHAT_PAY_BASE: commaSeparated.pipe(z.array(url).min(1).max(2)).optional(),
  ALIPAY_APP_ID: z
    .string()
    .regex(/^\d{16}$/, "must be 16 digits")
    .optional(),
  ALIPAY_KEY_FILE: text.optional(),
  ALIPAY_PUBLIC_KEY_FILE: text.optional(),
  ALIPAY_SELLER_ID: z
    .string()
    .regex(/^2088\d{12}$/, "must be 2088 and 12 digits")
    .optional(),
  /** The whole address of the gateway. */
  ALIPAY_BASE: exactUrl.optional(),
  /** Kuaidi100's account: customer and key of its queries, and the salt of its notices. */
  EXPRESS_CUSTOMER: text.optional(),
  EXPRESS_KEY: text.optional(),
  EXPRESS_SALT: z.string().min(8, "must have at least 8 characters").optional(),
  EXPRESS_BASE: url.optional(),
  /** Full URL to which it sends notices, if it is not the product's public address. */
  EXPRESS_CALLBACK: exactUrl.optional(),
};

type WechatPaySettings = {
  readonly mchid: string;
  readonly privateKey: KeyObject;
  readonly serial: string;
  readonly v3Key: string;
  /** WeChat's public keys by the value of Wechatpay-Serial. */
  readonly verificationKeys: ReadonlyMap<string, KeyObject>;
  /** null: a platform certificate only. */
  readonly publicKeyId: string | null;
  /** End of the platform certificate; null: none is set. */
  readonly certificateEnd: Date | null;
  readonly bases: readonly string[];
};
type AlipaySettings = {
  readonly appId: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly sellerId: string;
  readonly gateway: string;
};
type ExpressSettings = {
  readonly customer: string;
  readonly key: string;
  readonly salt: string;
  /** null: the simulator on this server. */
  readonly base: string | null;
  /** null: the product's public address. */
  readonly callback: string | null;
};
export type PaymentSettings = {
  /** Whether the mall is on. */
  readonly mall: boolean;
  /** Refunds of operators above this sum wait for a second operator, fen. */
  readonly secondEyesFen: number;
  /** null: the simulator, if simulators run; else there is no such channel. */
  readonly wechatPay: WechatPaySettings | null;
  readonly alipay: AlipaySettings | null;
  readonly express: ExpressSettings | null;
};

type PaymentVariables = {
  readonly [name in keyof typeof paymentFields]?: z.output<(typeof paymentFields)[name]> | undefined;
};
type Reject = (name: string, reason: string) => never;

const WECHAT_BASES = ["https://api.mch.weixin.qq.com/", "https://api2.mch.weixin.qq.com/"];
const ALIPAY_GATEWAY = "https://openapi.alipay.com/gateway.do";
const EXPRESS_BASE = "https://poll.kuaidi100.com/";

/** Parses a key: PEM, or the bare base64 that Alipay's tools write. @throws Error if it is none */
function parseKey(content: string, kind: "private" | "public"): KeyObject {
  const isPrivate = kind === "private";
  if (content.startsWith("-----")) return isPrivate ? createPrivateKey(content) : createPublicKey(content);
  const key = Buffer.from(content, "base64");
  const format = "der";
  try {
    return isPrivate
      ? createPrivateKey({ key, format, type: "pkcs8" })
      : createPublicKey({ key, format, type: "spki" });
  } catch {
    const type = "pkcs1";
    return isPrivate ? createPrivateKey({ key, format, type }) : createPublicKey({ key, format, type });
  }
}
function readKey(name: string, file: string, kind: "private" | "public", reject: Reject): KeyObject {
  let content: string;
  try {
    content = readFileSync(file, "utf8").trim();
  } catch {
    return reject(name, `${file}: cannot be read`);
  }
  try {
    const key = parseKey(content, kind);
    if (key.asymmetricKeyType === "rsa") return key;
  } catch {
    // the same reason as for another kind of key
  }
  return reject(name, `${file}: is no ${kind} RSA key`);
}
function readCertificate(file: string, reject: Reject): X509Certificate {
  try {
    return new X509Certificate(readFileSync(file));
  } catch {
    return reject("WECHAT_PAY_CERTIFICATE_FILE", `${file}: is no certificate`);
  }
}

/** Whether a group of variables is set. @throws the error of `reject` that names what is missing in a group set in part */
function isGroupSet(
  variables: PaymentVariables,
  group: readonly (keyof PaymentVariables)[],
  others: readonly (keyof PaymentVariables)[],
  reject: Reject,
): boolean {
  const found = [...group, ...others].find((name) => variables[name] !== undefined);
  if (found === undefined) return false;
  const missing = group.filter((name) => variables[name] === undefined);
  if (missing.length > 0)
    reject(missing.join(", "), `${missing.length > 1 ? "are" : "is"} required with ${found}`);
  return true;
}

/** Parts of a group that isGroupSet has found whole. */
const textOf = (value: string | undefined): string => value ?? "";

function parseWechatPay(variables: PaymentVariables, reject: Reject): WechatPaySettings | null {
  const {
    WECHAT_PAY_PUBLIC_KEY_FILE: keyFile,
    WECHAT_PAY_PUBLIC_KEY_ID: keyId,
    WECHAT_PAY_CERTIFICATE_FILE: certificate,
  } = variables;
  const publicKey = ["WECHAT_PAY_PUBLIC_KEY_FILE", "WECHAT_PAY_PUBLIC_KEY_ID"] as const;
  const group = [
    "WECHAT_PAY_MCHID",
    "WECHAT_PAY_KEY_FILE",
    "WECHAT_PAY_SERIAL",
    "WECHAT_PAY_V3_KEY",
    // A merchant that has not moved yet has a certificate only.
    ...(certificate !== undefined && keyFile === undefined && keyId === undefined ? [] : publicKey),
  ] as const;
  if (!isGroupSet(variables, group, ["WECHAT_PAY_CERTIFICATE_FILE", "WECHAT_PAY_BASE"], reject)) return null;
  const keys: [string, KeyObject][] = [];
  if (keyFile !== undefined && keyId !== undefined)
    keys.push([keyId, readKey("WECHAT_PAY_PUBLIC_KEY_FILE", keyFile, "public", reject)]);
  const platform = certificate === undefined ? null : readCertificate(certificate, reject);
  if (platform) keys.push([platform.serialNumber.toUpperCase(), platform.publicKey]);
  return {
    mchid: textOf(variables.WECHAT_PAY_MCHID),
    privateKey: readKey("WECHAT_PAY_KEY_FILE", textOf(variables.WECHAT_PAY_KEY_FILE), "private", reject),
    serial: textOf(variables.WECHAT_PAY_SERIAL),
    v3Key: textOf(variables.WECHAT_PAY_V3_KEY),
    verificationKeys: new Map(keys),
    publicKeyId: keyId ?? null,
    certificateEnd: platform && new Date(platform.validTo),
    bases: variables.WECHAT_PAY_BASE ?? WECHAT_BASES,
  };
}
function parseAlipay(variables: PaymentVariables, reject: Reject): AlipaySettings | null {
  const group = ["ALIPAY_APP_ID", "ALIPAY_KEY_FILE", "ALIPAY_PUBLIC_KEY_FILE", "ALIPAY_SELLER_ID"] as const;
  if (!isGroupSet(variables, group, ["ALIPAY_BASE"], reject)) return null;
  const publicKeyFile = textOf(variables.ALIPAY_PUBLIC_KEY_FILE);
  return {
    appId: textOf(variables.ALIPAY_APP_ID),
    privateKey: readKey("ALIPAY_KEY_FILE", textOf(variables.ALIPAY_KEY_FILE), "private", reject),
    publicKey: readKey("ALIPAY_PUBLIC_KEY_FILE", publicKeyFile, "public", reject),
    sellerId: textOf(variables.ALIPAY_SELLER_ID),
    gateway: variables.ALIPAY_BASE ?? ALIPAY_GATEWAY,
  };
}
function parseExpress(
  variables: PaymentVariables,
  simulators: boolean,
  reject: Reject,
): ExpressSettings | null {
  const group = ["EXPRESS_CUSTOMER", "EXPRESS_KEY", "EXPRESS_SALT"] as const;
  const callback = variables.EXPRESS_CALLBACK ?? null;
  if (isGroupSet(variables, group, ["EXPRESS_BASE", "EXPRESS_CALLBACK"], reject))
    return {
      customer: textOf(variables.EXPRESS_CUSTOMER),
      key: textOf(variables.EXPRESS_KEY),
      salt: textOf(variables.EXPRESS_SALT),
      base: variables.EXPRESS_BASE ?? EXPRESS_BASE,
      callback,
    };
  return simulators ? { ...simulatedExpress, base: null, callback } : null;
}
/** The account that the express simulator accepts; it protects nothing. */
const simulatedExpress = {
  customer: "stand-in",
  key: "stand-in",
  salt: "stand-in-salt",
} as const;

/** Refuses the accounts and keys of the simulators, and unencrypted addresses, in production. @throws the error of `reject` */
function validateProductionPayment(
  { wechatPay, alipay }: Pick<PaymentSettings, "wechatPay" | "alipay">,
  dataDir: string,
  reject: Reject,
): void {
  if (wechatPay?.bases.some(isUnencryptedRemote))
    reject("WECHAT_PAY_BASE", "must be https when APP_ENV is prod");
  const rules: readonly (readonly [name: string, isSimulated: boolean])[] = [
    ["WECHAT_PAY_MCHID", wechatPay?.mchid === simulatedAccount.mchid],
    ["WECHAT_PAY_PUBLIC_KEY_ID", wechatPay?.publicKeyId === simulatedAccount.publicKeyId],
    ["WECHAT_PAY_BASE", wechatPay?.bases.some((base) => base.includes("/sim/")) ?? false],
    ["ALIPAY_APP_ID", alipay?.appId === simulatedAccount.alipayAppId],
    ["ALIPAY_SELLER_ID", alipay?.sellerId === simulatedAccount.sellerId],
    ["ALIPAY_BASE", alipay?.gateway.includes("/sim/") ?? false],
    ...(
      [
        ["WECHAT_PAY_KEY_FILE", wechatPay ? [wechatPay.privateKey] : []],
        ["WECHAT_PAY_PUBLIC_KEY_FILE", [...(wechatPay?.verificationKeys.values() ?? [])]],
        ["ALIPAY_KEY_FILE", alipay ? [alipay.privateKey] : []],
        ["ALIPAY_PUBLIC_KEY_FILE", alipay ? [alipay.publicKey] : []],
      ] as const
    ).map(([name, keys]) => [name, keys.some((key) => isSimulatedKey(dataDir, key))] as const),
  ];
  const [broken] = rules.find(([, isSimulated]) => isSimulated) ?? [];
  if (broken !== undefined) reject(broken, "cannot be the simulator's (APP_ENV is prod)");
}

/** Reads the settings of payment and express. @throws the error of `reject` if a group is set in part, or a file is no key */
export function parsePaymentSettings(
  variables: PaymentVariables & { readonly DATA_DIR: string },
  { isProduction, simulators }: { isProduction: boolean; simulators: boolean },
  reject: Reject,
): PaymentSettings {
  const settings = {
    mall: variables.MALL ?? simulators,
    secondEyesFen: variables.MALL_SECOND_EYES_FEN ?? 200_000,
    wechatPay: parseWechatPay(variables, reject),
    alipay: parseAlipay(variables, reject),
    express: parseExpress(variables, simulators, reject),
  };
  if (isProduction) validateProductionPayment(settings, resolve(variables.DATA_DIR), reject);
  const canPay = settings.wechatPay !== null || settings.alipay !== null || simulators;
  if (settings.mall && isProduction && !canPay)
    reject("MALL", "cannot be 1 without a payment channel: set WECHAT_PAY_* or ALIPAY_*");
  return settings;
}
