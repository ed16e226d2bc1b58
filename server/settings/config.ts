import type { Brand } from "#contract/core/brand.ts";
import type { environmentNames } from "#contract/core/environments.ts";
import type { ClickhouseSettings } from "./clickhouse-settings.ts";
import type { ConsoleSettings } from "./console-settings.ts";
import type { IntegrationSettings } from "./integration-settings.ts";
import type { LoginSettings } from "./login-settings.ts";
import type { SettingState } from "./setting-states.ts";
import type { OpenTelemetrySettings } from "./open-telemetry-settings.ts";
import type { PaymentSettings } from "./payment-settings.ts";
import type { ReturnAddress } from "./return-address.ts";
import type { WechatMiniSettings, WechatSettings } from "./wechat-settings.ts";

/** An external OpenID provider at which the brand's client is registered. */
export type ExternalIdpSettings = {
  readonly issuer: string;
  readonly clientSecret: string;
  /** Authorization endpoint for requests to register; null: the same as for logins. */
  readonly registrationEndpoint: string | null;
  /** Query parameters of an authorization request to bind a mobile, instead of the prompt of the built-in provider; null: none. */
  readonly bindQuery: string | null;
  /** Further clients whose access tokens token-login accepts: the car maker's native app. */
  readonly tokenClients: readonly string[];
  /** Base URL of the three JSON calls of contract section 4 at this provider; null: it has none. */
  readonly callsBase: string | null;
};

/** The settings of a process, parsed and validated. */
export type Config = ConsoleSettings &
  IntegrationSettings &
  LoginSettings &
  PaymentSettings & {
    /** Address for returns of the mall; null: operators tell people where to send goods. */
    readonly returnAddress: ReturnAddress | null;
    readonly port: number;
    readonly host: string;
    readonly environment: (typeof environmentNames)[number];
    readonly isProduction: boolean;
    readonly databaseUrl: string | null;
    /** A replica of the database, or a load balancer in front of several; null: everything is read from the primary. */
    readonly databaseReadUrl: string | null;
    readonly dataDir: string;
    readonly processes: number;
    /** All variables: whether each is set, and the value of those that are no secret. */
    readonly variables: readonly SettingState[];
    /** Time after which the server gives up a statement, ms. */
    readonly statementTimeout: number;
    readonly demoData: boolean;
    readonly simulators: boolean;
    readonly captchaTestX: number | null;
    readonly smsTestCode: string | null;
    readonly rateLimits: boolean;
    readonly appKey: string;
    readonly tkKey: string;
    readonly brand: Brand;
    /** scheme://host[:port] of the web app; null: the address on which the server listens. */
    readonly publicOrigin: string | null;
    readonly webOrigins: readonly string[];
    readonly taskLinkOrigins: readonly string[];
    readonly apiBase: string | null;
    readonly passBase: string | null;
    readonly securityBase: string | null;
    readonly collectorUrl: string | null;
    readonly sensorsUrl: string | null;
    /** ClickHouse database of behaviour events; null: they are stored in PostgreSQL. */
    readonly eventsClickhouse: ClickhouseSettings | null;
    readonly trackingRetentionDays: number;
    readonly trustProxy: string | null;
    /** null: the built-in identity provider. */
    readonly oidc: ExternalIdpSettings | null;
    readonly logLevel: string;
    readonly isFastPathOn: boolean;
    /** Whether the header traceparent is read and passed on. */
    readonly isTraceparentRead: boolean;
    /** null: no spans are exported. */
    readonly openTelemetry: OpenTelemetrySettings | null;
    readonly ipDataV4: string | null;
    readonly ipDataV6: string | null;
    readonly wechat: WechatSettings | null;
    /** null: parcels of orders that a mini-program has paid are not reported. */
    readonly wechatMini: WechatMiniSettings | null;
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
