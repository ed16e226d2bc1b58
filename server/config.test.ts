import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig, SettingError } from "./config.ts";
import { productionEnvironment } from "./testing/production-environment.ts";

const folder = mkdtempSync(join(tmpdir(), "marque-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The message of the SettingError, or an empty text. */
const errorOf = (settings: Record<string, string>): string => {
  try {
    readConfig(settings);
    return "";
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
};

test("without variables the defaults of contract section 11 apply", () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 8080,
    host: "127.0.0.1",
    environment: "dev",
    databaseUrl: null,
    demoData: true,
    simulators: true,
    captchaTestX: null,
    smsTestCode: null,
    rateLimits: true,
  });
  expect(config.dataDir).toMatch(/\/data$/);
});

test("an empty variable counts as unset", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "", CAPTCHA_TEST_X: "" })).toMatchObject({
    port: 8080,
    databaseUrl: null,
    captchaTestX: null,
  });
});

test.for(["1", "127.0.0.1", "loopback, 10.0.0.0/8", "fd00::/8", "10.0.0.0/255.0.0.0"])(
  "TRUST_PROXY may be %s",
  (text) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(text.replace(" ", ""));
  },
);

test.for([
  [{ PORT: "http" }, "PORT"],
  [{ PORT: "70000" }, "PORT"],
  [{ APP_ENV: "production" }, "APP_ENV"],
  [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
  [{ DATABASE_READ_URL: "postgres://replica/name" }, "DATABASE_READ_URL"],
  [{ DATABASE_URL: "postgres://host/name", DATABASE_READ_URL: "replica" }, "DATABASE_READ_URL"],
  [{ DEMO_DATA: "yes" }, "DEMO_DATA"],
  [{ SMS_TEST_CODE: "12" }, "SMS_TEST_CODE"],
  [{ PROCESSES: "0" }, "PROCESSES"],
  [{ PROCESSES: "65" }, "PROCESSES"],
  [{ PROCESSES: "2", SIMULATORS: "0" }, "PROCESSES"],
  [{ PROCESSES: "2", DATABASE_URL: "postgres://host/name" }, "PROCESSES"],
  [{ CAPTCHA_TEST_X: "middle" }, "CAPTCHA_TEST_X"],
  [{ TK_KEY: "short" }, "TK_KEY"],
  [{ PASS_BASE: "pass" }, "PASS_BASE"],
  [{ WEB_ORIGINS: "https://a.example,https://b.example/" }, "WEB_ORIGINS"],
  [{ TASK_LINK_ORIGINS: "owners.example" }, "TASK_LINK_ORIGINS"],
  [{ TRUST_PROXY: "true" }, "TRUST_PROXY"],
  [{ TRUST_PROXY: "10.0.0.0/33" }, "TRUST_PROXY"],
  [{ BRAND_FILE: "/nowhere/brand.json" }, "BRAND_FILE"],
  [{ OIDC_ISSUER: "https://id.example" }, "OIDC_CLIENT_SECRET"],
  [{ SMS_PROVIDER: "aliyun" }, "ALIYUN_ACCESS_KEY_ID"],
] as const)("an invalid value is reported in one line that names the variable: %o", ([settings, name]) => {
  const error = errorOf(settings);
  expect(error.startsWith(`${name} `)).toBe(true);
  expect(error).not.toContain("\n");
});

test("production requires https for all external URLs, except on the machine itself", () => {
  const secret = "q8Zp2fVtKx0sLw7uJd4R";
  const prod = productionEnvironment(folder);
  const secrets = { COUPON_SYSTEM_SECRET: secret, OWNER_REVIEW_SECRET: secret };
  const client = { OIDC_CLIENT_SECRET: secret, OIDC_ISSUER: "https://id.example" };
  for (const [name, more] of [
    ["PUBLIC_ORIGIN", {}],
    ["SENSORS_URL", {}],
    ["OIDC_ISSUER", client],
    ["OIDC_REGISTRATION_ENDPOINT", client],
    ["COUPON_SYSTEM_URL", secrets],
    ["OWNER_REVIEW_URL", secrets],
    ["AMAP_BASE", {}],
    ["WECHAT_API_BASE", {}],
  ] as const) {
    const settings = { ...prod, ...more, [name]: "http://other.example" };
    expect(errorOf(settings)).toBe(`${name} must be https when APP_ENV is prod, or on the machine itself`);
    expect(errorOf({ ...settings, APP_ENV: "uat" })).not.toContain("https");
  }
  const origins = ["https://m.example", "http://127.0.0.1:8080", "http://localhost", "http://[::1]:8080"];
  for (const origin of origins)
    expect(readConfig({ ...prod, PUBLIC_ORIGIN: origin }).publicOrigin).toBe(origin);
});
