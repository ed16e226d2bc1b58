import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { brand as brandSchema, type Brand } from "#contract/core/brand.ts";
import { environmentNames } from "#contract/core/environments.ts";
import { commaSeparated, originList, trustedProxies, requireHttps } from "./address-settings.ts";
import { loginFields, parseLoginSettings, type LoginSettings } from "./login-settings.ts";
import {
  integrationFields,
  parseIntegrationSettings,
  type IntegrationSettings,
} from "./integration-settings.ts";
import { processFields, validateProcessSettings } from "./process-settings.ts";
import { withOfficialAccount, parseWechatSettings, type WechatSettings } from "./wechat-settings.ts";

/** A setting that stops the start; its message is one line naming the variable. */
export class SettingError extends Error {}

const flag = z.enum(["0", "1"], { error: "must be 0 or 1" }).transform((text) => text === "1");
const url = z
  .url({ protocol: /^https?$/, error: "must be a full http(s) URL" })
  .transform((text) => (text.endsWith("/") ? text : `${text}/`));
/** As it is, with or without a slash at the end. */
const address = z.url({ protocol: /^https?$/, error: "must be a full http(s) URL" });

/** Contract section 11, and what an operator needs beside it. */
const schema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number")
    .transform(Number)
    .refine((port) => port <= 65535, "must be a port number")
    .default(8080),
  HOST: z.string().min(1).default("127.0.0.1"),
  APP_ENV: z
    .enum(environmentNames, { error: `must be one of ${environmentNames.join(", ")}` })
    .default("dev"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must start with postgres:// or postgresql://")
    .optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  ...processFields,
  DEMO_DATA: flag.optional(),
  SIMULATORS: flag.optional(),
  CAPTCHA_TEST_X: z
    .string()
    .regex(/^\d{1,3}$/, "must be a number of px")
    .transform(Number)
    .optional(),
  SMS_TEST_CODE: z
    .string()
    .regex(/^\d{6}$/, "must be 6 digits")
    .optional(),
  RATE_LIMITS: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  APP_KEY: z.string().min(8, "must have at least 8 characters").optional(),
  TK_KEY: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, "must be 32 bytes, base64url")
    .optional(),
  BRAND_FILE: z.string().min(1).optional(),
  /** The address people use, where it is not http://HOST:PORT: scheme, host, port. */
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/, error: "must be scheme://host[:port]" }).optional(),
  /** Further origins of the web app (CORS, redirect addresses). */
  WEB_ORIGINS: originList.default([]),
  /** Foreign origins that a process's task links may lead to. */
  TASK_LINK_ORIGINS: originList.default([]),
  API_BASE: url.optional(),
  PASS_BASE: url.optional(),
  SECURITY_BASE: url.optional(),
  /** Where pages send events, where that is not this server's own /sa: a full URL without query. */
  COLLECTOR_URL: address.optional(),
  /** A Sensors server that stored events are handed on to; the project is added to its query. */
  SENSORS_URL: address.optional(),
  TRACKING_RETENTION_DAYS: z
    .string()
    .regex(/^\d{1,4}$/, "must be a number of days")
    .transform(Number)
    .refine((days) => days >= 8, "must be at least 8 days: phones send what they kept for a week")
    .default(180),
  /** Addresses or networks of proxies whose X-Forwarded-* count; "1": the nearest hop. */
  TRUST_PROXY: trustedProxies.optional(),
  ...loginFields,
  /** Another OpenID provider than ours; see docs/identity-provider.md. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: "must be a full http(s) URL" }).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_REGISTRATION_ENDPOINT: z.url({ protocol: /^https?$/, error: "must be a full http(s) URL" }).optional(),
  OIDC_BIND_QUERY: z
    .string()
    .regex(/^[\w.-]+=[^&#\s]*(&[\w.-]+=[^&#\s]*)*$/, "must be parameters as in an address: a=1&b=2")
    .optional(),
  OIDC_TOKEN_CLIENTS: commaSeparated.default([]),
  OIDC_CALLS_BASE: url.optional(),
  ...integrationFields,
  LOG_LEVEL: z
    .enum(["silent", "fatal", "error", "warn", "info", "debug"], {
      error: "must be silent, fatal, error, warn, info or debug",
    })
    .optional(),
  IP_DATA_V4: z.string().optional(),
  IP_DATA_V6: z.string().optional(),
  /** WeChat's official account: its id where it is another than the brand's, and its secret. */
  WECHAT_APP_ID: z
    .string()
    .regex(/^wx[0-9a-f]{16}$/, "must be wx and 16 hex digits")
    .optional(),
  WECHAT_APP_SECRET: z.string().min(1).optional(),
  WECHAT_API_BASE: url.optional(),
  WECHAT_AUTHORIZE_URL: z.url({ protocol: /^https?$/, error: "must be a full http(s) URL" }).optional(),
  SMS_PROVIDER: z.enum(["outbox", "aliyun"], { error: "must be outbox or aliyun" }).default("outbox"),
  ALIYUN_ACCESS_KEY_ID: z.string().optional(),
  ALIYUN_ACCESS_KEY_SECRET: z.string().optional(),
  ALIYUN_SMS_SIGN_NAME: z.string().optional(),
  ALIYUN_SMS_TEMPLATE: z.string().optional(),
});

/** Another OpenID provider than ours, at which the brand's client is registered. */
export type ExternalIdpSettings = {
  readonly issuer: string;
  readonly clientSecret: string;
  /** Where an authorize request goes that asks to register; null: where the others go. */
  readonly registrationEndpoint: string | null;
  /** What such a request carries that asks to bind a mobile, in place of our prompt; null: nothing. */
  readonly bindQuery: string | null;
  /** Further clients there whose access tokens token-login takes: the maker's native app. */
  readonly tokenClients: readonly string[];
  /** Where it answers the three JSON calls of contract section 4 itself; null: nowhere. */
  readonly callsBase: string | null;
};

export type Config = IntegrationSettings &
  LoginSettings & {
    readonly port: number;
    readonly host: string;
    readonly environment: (typeof environmentNames)[number];
    readonly isProduction: boolean;
    readonly databaseUrl: string | null;
    readonly dataDir: string;
    readonly processes: number;
    readonly demoData: boolean;
    readonly simulators: boolean;
    readonly captchaTestX: number | null;
    readonly smsTestCode: string | null;
    readonly rateLimits: boolean;
    readonly appKey: string;
    readonly tkKey: string;
    readonly brand: Brand;
    /** scheme://host[:port] of the web app; null: from the address it listens on. */
    readonly publicOrigin: string | null;
    readonly webOrigins: readonly string[];
    readonly taskLinkOrigins: readonly string[];
    readonly apiBase: string | null;
    readonly passBase: string | null;
    readonly securityBase: string | null;
    readonly collectorUrl: string | null;
    readonly sensorsUrl: string | null;
    readonly trackingRetentionDays: number;
    readonly trustProxy: string | null;
    /** Another provider than the built-in one; null: the built-in one. */
    readonly oidc: ExternalIdpSettings | null;
    readonly logLevel: string;
    readonly isFastPathOn: boolean;
    readonly ipDataV4: string | null;
    readonly ipDataV6: string | null;
    readonly wechat: WechatSettings | null;
    readonly sms:
      | { provider: "outbox" }
      | {
          provider: "aliyun";
          accessKeyId: string;
          accessKeySecret: string;
          signName: string;
          template: string;
        };
  };

const DEMO_APP_KEY = "marque-demo-app-key";
const DEMO_TK_KEY = "bWFycXVlLWRlbW8tdGsta2V5LW5vdC1hLXNlY3JldCE";

export const rejectSetting = (name: string, why: string): never => {
  throw new SettingError(`${name} ${why}`);
};

function readBrand(file: string | undefined): Brand {
  if (file === undefined) return demoBrand;
  try {
    const found = brandSchema.safeParse(JSON.parse(readFileSync(file, "utf8")));
    if (found.success) return found.data;
    const [issue] = found.error.issues;
    return rejectSetting(
      "BRAND_FILE",
      `${file}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? "is not valid"}`,
    );
  } catch (error) {
    if (error instanceof SettingError) throw error;
    return rejectSetting("BRAND_FILE", `${file} cannot be read as JSON`);
  }
}

type Settings = z.output<typeof schema>;
function validateProductionSettings(settings: Settings): void {
  if (settings.SIMULATORS) rejectSetting("SIMULATORS", "cannot be 1 when APP_ENV is prod");
  if (settings.CAPTCHA_TEST_X !== undefined)
    rejectSetting("CAPTCHA_TEST_X", "cannot be set when APP_ENV is prod");
  if (settings.SMS_TEST_CODE !== undefined)
    rejectSetting("SMS_TEST_CODE", "cannot be set when APP_ENV is prod");
  if (settings.RATE_LIMITS === "off") rejectSetting("RATE_LIMITS", "cannot be off when APP_ENV is prod");
  if (settings.APP_KEY === undefined) rejectSetting("APP_KEY", "is required when APP_ENV is prod");
  if (settings.TK_KEY === undefined) rejectSetting("TK_KEY", "is required when APP_ENV is prod");
  // They stand in everybody's copy of the product.
  if (settings.APP_KEY === DEMO_APP_KEY)
    rejectSetting("APP_KEY", "cannot be the demo's when APP_ENV is prod");
  if (settings.TK_KEY === DEMO_TK_KEY) rejectSetting("TK_KEY", "cannot be the demo's when APP_ENV is prod");
  requireHttps(settings, rejectSetting);
}
function parseExternalIdp(settings: Settings): ExternalIdpSettings | null {
  if (!settings.OIDC_ISSUER) return null;
  return {
    issuer: settings.OIDC_ISSUER,
    clientSecret:
      settings.OIDC_CLIENT_SECRET ?? rejectSetting("OIDC_CLIENT_SECRET", "is required with OIDC_ISSUER"),
    registrationEndpoint: settings.OIDC_REGISTRATION_ENDPOINT ?? null,
    bindQuery: settings.OIDC_BIND_QUERY ?? null,
    tokenClients: settings.OIDC_TOKEN_CLIENTS,
    callsBase: settings.OIDC_CALLS_BASE ?? null,
  };
}
function parseSmsSettings(settings: Settings): Config["sms"] {
  if (settings.SMS_PROVIDER === "outbox") return { provider: "outbox" };
  const needed = (
    name:
      | "ALIYUN_ACCESS_KEY_ID"
      | "ALIYUN_ACCESS_KEY_SECRET"
      | "ALIYUN_SMS_SIGN_NAME"
      | "ALIYUN_SMS_TEMPLATE",
  ) => settings[name] ?? rejectSetting(name, "is required when SMS_PROVIDER is aliyun");
  return {
    provider: "aliyun",
    accessKeyId: needed("ALIYUN_ACCESS_KEY_ID"),
    accessKeySecret: needed("ALIYUN_ACCESS_KEY_SECRET"),
    signName: needed("ALIYUN_SMS_SIGN_NAME"),
    template: needed("ALIYUN_SMS_TEMPLATE"),
  };
}

/**
 * Reads the settings. An empty variable counts as unset.
 * @throws SettingError one line naming the variable that is wrong
 */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return rejectSetting(String(issue?.path[0] ?? "settings"), issue?.message ?? "is not valid");
  }
  const settings = parsed.data;
  const isProduction = settings.APP_ENV === "prod";
  if (isProduction) validateProductionSettings(settings);
  const simulators = settings.SIMULATORS ?? !isProduction;
  validateProcessSettings({ ...settings, SIMULATORS: simulators }, rejectSetting);
  const brand = withOfficialAccount(readBrand(settings.BRAND_FILE), isProduction, settings.WECHAT_APP_ID);
  return {
    port: settings.PORT,
    host: settings.HOST,
    environment: settings.APP_ENV,
    isProduction,
    databaseUrl: settings.DATABASE_URL ?? null,
    dataDir: resolve(settings.DATA_DIR),
    processes: settings.PROCESSES,
    demoData: settings.DEMO_DATA ?? !isProduction,
    simulators,
    captchaTestX: settings.CAPTCHA_TEST_X ?? null,
    smsTestCode: settings.SMS_TEST_CODE ?? null,
    rateLimits: settings.RATE_LIMITS === "on",
    appKey: settings.APP_KEY ?? DEMO_APP_KEY,
    tkKey: settings.TK_KEY ?? DEMO_TK_KEY,
    brand,
    publicOrigin: settings.PUBLIC_ORIGIN ? new URL(settings.PUBLIC_ORIGIN).origin : null,
    webOrigins: settings.WEB_ORIGINS,
    taskLinkOrigins: settings.TASK_LINK_ORIGINS,
    apiBase: settings.API_BASE ?? null,
    passBase: settings.PASS_BASE ?? null,
    securityBase: settings.SECURITY_BASE ?? null,
    collectorUrl: settings.COLLECTOR_URL ?? null,
    sensorsUrl: settings.SENSORS_URL ?? null,
    trackingRetentionDays: settings.TRACKING_RETENTION_DAYS,
    trustProxy: settings.TRUST_PROXY?.join() ?? null,
    ...parseLoginSettings(settings, isProduction),
    oidc: parseExternalIdp(settings),
    ...parseIntegrationSettings(settings, rejectSetting),
    logLevel: settings.LOG_LEVEL ?? "warn",
    isFastPathOn: settings.FAST_PATH === "on",
    ipDataV4: settings.IP_DATA_V4 ?? null,
    ipDataV6: settings.IP_DATA_V6 ?? null,
    wechat: parseWechatSettings(settings, brand, { isProduction, simulators }),
    sms: parseSmsSettings(settings),
  };
}
