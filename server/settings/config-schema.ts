import { resolve } from "node:path";
import { z } from "zod";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { brand as brandSchema, type Brand } from "#contract/core/brand.ts";
import { environmentNames } from "#contract/core/environments.ts";
import { clickhouseUrl, parseClickhouseUrl } from "./clickhouse-settings.ts";
import { commaSeparated, originList, trustedProxies, requireHttps } from "./address-settings.ts";
import { readJsonFile, TextFileError } from "../core/text-files.ts";
import type { Config, ExternalIdpSettings } from "./config.ts";
import { consoleFields, parseConsoleSettings } from "./console-settings.ts";
import { loginFields, parseLoginSettings } from "./login-settings.ts";
import { integrationFields, parseIntegrationSettings } from "./integration-settings.ts";
import { openTelemetryFields, parseOpenTelemetrySettings } from "./open-telemetry-settings.ts";
import { parsePaymentSettings, paymentFields } from "./payment-settings.ts";
import { parseReturnAddress, returnAddressFields } from "./return-address.ts";
import { demoKeys, validateProductionSettings } from "./production-settings.ts";
import { settingStates } from "./setting-states.ts";
import { processFields, validateProcessSettings } from "./process-settings.ts";
import { withOfficialAccount, parseWechatSettings } from "./wechat-settings.ts";

/** An invalid setting, which stops the start; its message is one line that names the variable. */
export class SettingError extends Error {}

const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, "must start with postgres:// or postgresql://");
const flag = z.enum(["0", "1"], { error: "must be 0 or 1" }).transform((text) => text === "1");
const url = z
  .url({ protocol: /^https?$/, error: "must be a full http(s) URL" })
  .transform((text) => (text.endsWith("/") ? text : `${text}/`));
/** A URL that is used unchanged, without an added trailing slash. */
const exactUrl = z.url({ protocol: /^https?$/, error: "must be a full http(s) URL" });

/** The variables of contract section 11, and further ones for operators. */
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
  DATABASE_URL: databaseUrl.optional(),
  /** A replica from which visitors' reads are answered while it is up to date. */
  DATABASE_READ_URL: databaseUrl.optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  ...processFields,
  ...openTelemetryFields,
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
  /** Public scheme, host and port, if they are not http://HOST:PORT. */
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/, error: "must be scheme://host[:port]" }).optional(),
  /** Further origins of the web app (CORS, redirect URIs). */
  WEB_ORIGINS: originList.default([]),
  /** Foreign origins that a process's task links may lead to. */
  TASK_LINK_ORIGINS: originList.default([]),
  API_BASE: url.optional(),
  PASS_BASE: url.optional(),
  SECURITY_BASE: url.optional(),
  /** URL without a query to which pages send events, instead of this server's /sa. */
  COLLECTOR_URL: exactUrl.optional(),
  /** A Sensors server to which stored events are forwarded; the project is added to its query. */
  SENSORS_URL: exactUrl.optional(),
  /** A ClickHouse database for behaviour events, instead of PostgreSQL. */
  EVENTS_CLICKHOUSE_URL: clickhouseUrl.optional(),
  TRACKING_RETENTION_DAYS: z
    .string()
    .regex(/^\d{1,4}$/, "must be a number of days")
    .transform(Number)
    .refine((days) => days >= 8, "must be at least 8 days: phones send events that are up to a week old")
    .default(180),
  /** Addresses or networks of the proxies whose X-Forwarded-* headers are trusted; "1": the nearest hop. */
  TRUST_PROXY: trustedProxies.optional(),
  ...loginFields,
  ...consoleFields,
  /** An external OpenID provider; see docs/identity-provider.md. */
  OIDC_ISSUER: z.url({ protocol: /^https?$/, error: "must be a full http(s) URL" }).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_REGISTRATION_ENDPOINT: z.url({ protocol: /^https?$/, error: "must be a full http(s) URL" }).optional(),
  OIDC_BIND_QUERY: z
    .string()
    .regex(/^[\w.-]+=[^&#\s]*(&[\w.-]+=[^&#\s]*)*$/, "must be query parameters: a=1&b=2")
    .optional(),
  OIDC_TOKEN_CLIENTS: commaSeparated.default([]),
  OIDC_CALLS_BASE: url.optional(),
  ...integrationFields,
  ...paymentFields,
  ...returnAddressFields,
  LOG_LEVEL: z
    .enum(["silent", "fatal", "error", "warn", "info", "debug"], {
      error: "must be silent, fatal, error, warn, info or debug",
    })
    .optional(),
  IP_DATA_V4: z.string().optional(),
  IP_DATA_V6: z.string().optional(),
  /** The WeChat official account: its id, if it is not the brand's, and its secret. */
  WECHAT_APP_ID: z
    .string()
    .regex(/^wx[0-9a-f]{16}$/, "must be wx and 16 hex digits")
    .optional(),
  WECHAT_APP_SECRET: z.string().min(1).optional(),
  /** The secret of the mini-program whose id is the brand's `miniProgramAppId`. */
  WECHAT_MINI_APP_SECRET: z.string().min(1).optional(),
  WECHAT_API_BASE: url.optional(),
  WECHAT_AUTHORIZE_URL: z.url({ protocol: /^https?$/, error: "must be a full http(s) URL" }).optional(),
  SMS_PROVIDER: z.enum(["outbox", "aliyun"], { error: "must be outbox or aliyun" }).default("outbox"),
  ALIYUN_ACCESS_KEY_ID: z.string().optional(),
  ALIYUN_ACCESS_KEY_SECRET: z.string().optional(),
  ALIYUN_SMS_SIGN_NAME: z.string().optional(),
  ALIYUN_SMS_TEMPLATE: z.string().optional(),
});

/** Stops the start. @throws SettingError */
export const rejectSetting = (name: string, reason: string): never => {
  throw new SettingError(`${name} ${reason}`);
};

function readBrand(file: string | undefined): Brand {
  if (file === undefined) return demoBrand;
  try {
    const parsed = brandSchema.safeParse(readJsonFile(file));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    return rejectSetting(
      "BRAND_FILE",
      `${file}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? "is not valid"}`,
    );
  } catch (error) {
    if (!(error instanceof TextFileError)) throw error;
    return rejectSetting("BRAND_FILE", `${file}: ${error.message}`);
  }
}

type Settings = z.output<typeof schema>;
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
const parseIpData = ({ IP_DATA_V4, IP_DATA_V6 }: Settings): Pick<Config, "ipDataV4" | "ipDataV6"> => ({
  ipDataV4: IP_DATA_V4 ?? null,
  ipDataV6: IP_DATA_V6 ?? null,
});
function parseSmsSettings(settings: Settings): Config["sms"] {
  if (settings.SMS_PROVIDER === "outbox") return { provider: "outbox" };
  const required = (
    name:
      | "ALIYUN_ACCESS_KEY_ID"
      | "ALIYUN_ACCESS_KEY_SECRET"
      | "ALIYUN_SMS_SIGN_NAME"
      | "ALIYUN_SMS_TEMPLATE",
  ) => settings[name] ?? rejectSetting(name, "is required when SMS_PROVIDER is aliyun");
  return {
    provider: "aliyun",
    accessKeyId: required("ALIYUN_ACCESS_KEY_ID"),
    accessKeySecret: required("ALIYUN_ACCESS_KEY_SECRET"),
    signName: required("ALIYUN_SMS_SIGN_NAME"),
    template: required("ALIYUN_SMS_TEMPLATE"),
  };
}

type Environment = Readonly<Record<string, string | undefined>>;
/** Reads the variables by themselves; empty ones count as missing. @throws SettingError for the first that is not valid */
function parseVariables(environment: Environment): z.output<typeof schema> {
  const variables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = schema.safeParse(variables);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return rejectSetting(String(issue?.path[0] ?? "settings"), issue?.message ?? "is not valid");
}

/**
 * Parses the environment variables. An empty variable counts as unset.
 * @throws SettingError with one line that names the invalid variable
 */
export function parseConfig(environment: Environment): Config {
  const settings = parseVariables(environment);
  const isProduction = settings.APP_ENV === "prod";
  const simulators = settings.SIMULATORS ?? !isProduction;
  validateProcessSettings({ ...settings, SIMULATORS: simulators }, rejectSetting);
  const brand = withOfficialAccount(readBrand(settings.BRAND_FILE), isProduction, settings.WECHAT_APP_ID);
  if (isProduction) {
    validateProductionSettings({ ...settings, brand }, rejectSetting);
    requireHttps(settings, rejectSetting);
  }
  const integrations = parseIntegrationSettings(settings, rejectSetting);
  return {
    port: settings.PORT,
    host: settings.HOST,
    environment: settings.APP_ENV,
    isProduction,
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseReadUrl: settings.DATABASE_READ_URL ?? null,
    dataDir: resolve(settings.DATA_DIR),
    processes: settings.PROCESSES,
    variables: settingStates(Object.keys(schema.shape), settings, environment),
    statementTimeout: settings.STATEMENT_TIMEOUT_SECONDS * 1000,
    demoData: settings.DEMO_DATA ?? !isProduction,
    simulators,
    captchaTestX: settings.CAPTCHA_TEST_X ?? null,
    smsTestCode: settings.SMS_TEST_CODE ?? null,
    rateLimits: settings.RATE_LIMITS === "on",
    appKey: settings.APP_KEY ?? demoKeys.appKey,
    tkKey: settings.TK_KEY ?? demoKeys.tkKey,
    brand,
    publicOrigin: settings.PUBLIC_ORIGIN ? new URL(settings.PUBLIC_ORIGIN).origin : null,
    webOrigins: settings.WEB_ORIGINS,
    taskLinkOrigins: settings.TASK_LINK_ORIGINS,
    apiBase: settings.API_BASE ?? null,
    passBase: settings.PASS_BASE ?? null,
    securityBase: settings.SECURITY_BASE ?? null,
    collectorUrl: settings.COLLECTOR_URL ?? null,
    sensorsUrl: settings.SENSORS_URL ?? null,
    eventsClickhouse: settings.EVENTS_CLICKHOUSE_URL
      ? parseClickhouseUrl(settings.EVENTS_CLICKHOUSE_URL)
      : null,
    trackingRetentionDays: settings.TRACKING_RETENTION_DAYS,
    trustProxy: settings.TRUST_PROXY?.join() ?? null,
    ...parseLoginSettings(settings, isProduction),
    ...parseConsoleSettings(settings, rejectSetting),
    oidc: parseExternalIdp(settings),
    ...integrations,
    ...parsePaymentSettings(settings, { isProduction, simulators }, rejectSetting),
    returnAddress: parseReturnAddress(settings, simulators, rejectSetting),
    makerSystems: integrations.makerSystems ?? (simulators ? { secrets: [demoKeys.makerSecret] } : null),
    logLevel: settings.LOG_LEVEL ?? "warn",
    isFastPathOn: settings.FAST_PATH === "on",
    isTraceparentRead: settings.TRACEPARENT === "on",
    openTelemetry: parseOpenTelemetrySettings(settings),
    ...parseIpData(settings),
    ...parseWechatSettings(settings, brand, { isProduction, simulators }, rejectSetting),
    sms: parseSmsSettings(settings),
  };
}
