import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { demoBrand } from "#contract/core/demo-brand.ts";
import { readConfig, SettingError } from "../config.ts";
import { productionEnvironment } from "../testing/production-environment.ts";
import { demoKeys, productionRules } from "./production-settings.ts";

const folder = mkdtempSync(join(tmpdir(), "marque-brand-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const brandFile = (brand: object): string => {
  const file = join(folder, `${randomBytes(6).toString("hex")}.json`);
  writeFileSync(file, JSON.stringify({ ...demoBrand, ...brand }));
  return file;
};
const key = (bytes: Uint8Array = randomBytes(32)): string => Buffer.from(bytes).toString("base64url");

const production = productionEnvironment(folder);
const reviewer = { OWNER_REVIEW_URL: "https://dms.maker.cn/owners" };
const coupons = { COUPON_SYSTEM_URL: "https://coupons.maker.cn/issued" };
const provider = { OIDC_ISSUER: "https://id.maker.cn" };

/** Values that each rule refuses; several of each kind. */
const refused: readonly (readonly [setting: string, settings: Readonly<Record<string, string>>])[] = [
  ["SIMULATORS", { SIMULATORS: "1" }],
  ["DEMO_DATA", { DEMO_DATA: "1" }],
  ["CAPTCHA_TEST_X", { CAPTCHA_TEST_X: "100" }],
  ["SMS_TEST_CODE", { SMS_TEST_CODE: "123456" }],
  ["RATE_LIMITS", { RATE_LIMITS: "off" }],
  ["DATABASE_URL", { DATABASE_URL: "" }],
  ["PUBLIC_ORIGIN", { PUBLIC_ORIGIN: "" }],
  ["BRAND_FILE", { BRAND_FILE: "" }],
  ["BRAND_FILE", { BRAND_FILE: brandFile({ domain: "maker.cn" }) }],
  ["BRAND_FILE", { BRAND_FILE: brandFile({ clientId: "maker-web" }) }],
  ["SMS_PROVIDER", { SMS_PROVIDER: "outbox" }],
  ...["", "12345678", "aaaaaaaaaaaaaaaa", "abcdefghijklmnop", "marque-test-app-key", demoKeys.appKey].map(
    (APP_KEY) => ["APP_KEY", { APP_KEY }] as const,
  ),
  ...[
    "",
    demoKeys.tkKey,
    key(new Uint8Array(32)),
    key(new Uint8Array(32).fill(0xab)),
    key(Uint8Array.from({ length: 32 }, (_none, at) => at)),
    key(Buffer.from("0123456789abcdef0123456789abcdef")),
  ].map((TK_KEY) => ["TK_KEY", { TK_KEY }] as const),
  ["DATA_KEYS", { DATA_KEYS: `new:${key()},old:${key(new Uint8Array(32).fill(7))}` }],
  ["DATA_LOOKUP_KEY", { DATA_LOOKUP_KEY: key(new Uint8Array(32)) }],
  ["OWNER_REVIEW_SECRET", { ...reviewer, OWNER_REVIEW_SECRET: "s".repeat(16) }],
  ["MAKER_SYSTEMS_SECRET", { MAKER_SYSTEMS_SECRET: "qinglan-qinglan-" }],
  [
    "MAKER_SYSTEMS_PREVIOUS_SECRET",
    { MAKER_SYSTEMS_SECRET: key(), MAKER_SYSTEMS_PREVIOUS_SECRET: "1234567890abcdef" },
  ],
  ["COUPON_SYSTEM_SECRET", { ...coupons, COUPON_SYSTEM_SECRET: "changeme-changeme" }],
  ["OIDC_CLIENT_SECRET", { ...provider, OIDC_CLIENT_SECRET: "secret" }],
  ["CONSOLE_OIDC_CLIENT_SECRET", { CONSOLE_OIDC_CLIENT_SECRET: "secret" }],
];

describe("production", () => {
  test("starts with a maker's own settings", () => {
    const config = readConfig(production);
    expect(config).toMatchObject({ isProduction: true, simulators: false, demoData: false });
    expect(
      readConfig({ ...production, ...provider, OIDC_CLIENT_SECRET: key(), SMS_PROVIDER: "outbox" }).oidc,
    ).not.toBeNull();
  });
  test.for(refused)("refuses a setting for trying out: %s %o", ([setting, settings]) => {
    const start = () => readConfig({ ...production, ...settings });
    expect(start).toThrow(SettingError);
    expect(start).toThrow(new RegExp(`^${setting} .* \\(APP_ENV is prod\\)$`));
    // Anywhere else the same settings are allowed.
    expect(() => readConfig({ ...production, ...settings, APP_ENV: "uat" })).not.toThrow();
  });
  test("has a refused value here for each of its rules", () => {
    const named = new Set(refused.map(([setting]) => setting));
    expect(productionRules.map(({ setting }) => setting).filter((setting) => !named.has(setting))).toEqual(
      [],
    );
  });
  test("accepts every random key", () => {
    for (let round = 0; round < 60; round++) {
      const keys = {
        TK_KEY: randomBytes(32).toString("base64url"),
        APP_KEY: randomBytes(24).toString("base64"),
      };
      expect(readConfig({ ...production, ...keys })).toMatchObject({
        tkKey: keys.TK_KEY,
        appKey: keys.APP_KEY,
      });
    }
  });
  test("is documented with each setting that it refuses", () => {
    const section =
      readFileSync("docs/operation.md", "utf8").split("## Production")[1]?.split("\n## ")[0] ?? "";
    const rows = section
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => line.split("`")[1]);
    expect(rows).toEqual([...new Set(productionRules.map(({ setting }) => setting))]);
  });
});
