import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoBrand } from "#contract/core/demo-brand.ts";

/** A random key of 32 bytes, base64url. */
const randomKey = (): string => randomBytes(32).toString("base64url");

/**
 * Settings with which production starts: a maker's own brand, keys, database and SMS account.
 * @param folder for the brand's file
 * @param databaseUrl a PostgreSQL database
 */
export function productionEnvironment(
  folder: string,
  databaseUrl = "postgres://marque@db.maker.cn/marque",
): Readonly<Record<string, string>> & { readonly APP_KEY: string } {
  const file = join(folder, "production-brand.json");
  writeFileSync(file, JSON.stringify({ ...demoBrand, domain: "maker.cn", clientId: "maker-web" }));
  return {
    APP_ENV: "prod",
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN: "https://m.maker.cn",
    BRAND_FILE: file,
    SMS_PROVIDER: "aliyun",
    ALIYUN_ACCESS_KEY_ID: "LTAI",
    ALIYUN_ACCESS_KEY_SECRET: "of the account",
    ALIYUN_SMS_SIGN_NAME: "某车",
    ALIYUN_SMS_TEMPLATE: "SMS_1",
    APP_KEY: randomKey(),
    TK_KEY: randomKey(),
    DATA_KEYS: `first:${randomKey()}`,
    DATA_LOOKUP_KEY: randomKey(),
  };
}
