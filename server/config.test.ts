import { expect, test } from "vitest";
import { readConfig, SettingError } from "./config.ts";

const faultOf = (settings: Record<string, string>): string => {
  try {
    readConfig(settings);
    return "";
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
};

test("nothing set: the defaults of contract section 11", () => {
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

test.for([
  [{ PORT: "http" }, "PORT"],
  [{ PORT: "70000" }, "PORT"],
  [{ APP_ENV: "production" }, "APP_ENV"],
  [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL"],
  [{ DEMO_DATA: "yes" }, "DEMO_DATA"],
  [{ SMS_TEST_CODE: "12" }, "SMS_TEST_CODE"],
  [{ PROCESSES: "0" }, "PROCESSES"],
  [{ PROCESSES: "65" }, "PROCESSES"],
  [{ PROCESSES: "2", SIMULATORS: "0" }, "PROCESSES"],
  [{ PROCESSES: "2", DATABASE_URL: "postgres://host/name" }, "PROCESSES"],
  [{ CAPTCHA_TEST_X: "middle" }, "CAPTCHA_TEST_X"],
  [{ TK_KEY: "short" }, "TK_KEY"],
  [{ PASS_BASE: "pass" }, "PASS_BASE"],
  [{ BRAND_FILE: "/nowhere/brand.json" }, "BRAND_FILE"],
  [{ OIDC_ISSUER: "https://id.example" }, "OIDC_CLIENT_SECRET"],
  [{ SMS_PROVIDER: "aliyun" }, "ALIYUN_ACCESS_KEY_ID"],
] as const)("a bad value is one line that names the variable: %o", ([settings, name]) => {
  const fault = faultOf(settings);
  expect(fault.startsWith(`${name} `)).toBe(true);
  expect(fault).not.toContain("\n");
});

test("production refuses simulators, test answers, missing keys and lifted limits", () => {
  const prod = { APP_ENV: "prod", APP_KEY: "a-real-app-key", TK_KEY: "A".repeat(43) };
  expect(readConfig(prod)).toMatchObject({ simulators: false, demoData: false, isProduction: true });
  for (const [name, value] of [
    ["SIMULATORS", "1"],
    ["CAPTCHA_TEST_X", "100"],
    ["SMS_TEST_CODE", "123456"],
    ["RATE_LIMITS", "off"],
  ] as const)
    expect(faultOf({ ...prod, [name]: value })).toContain(name);
  for (const name of ["APP_KEY", "TK_KEY"]) expect(faultOf({ ...prod, [name]: "" })).toContain(name);
});
