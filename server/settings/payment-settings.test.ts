import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { loadSimulatedMerchant, simulatedAccount } from "../core/simulated-merchant.ts";
import { productionEnvironment } from "../testing/production-environment.ts";

const folder = mkdtempSync(join(tmpdir(), "marque-pay-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
let files = 0;
const fileOf = (content: string): string => {
  const file = join(folder, `key-${++files}.pem`);
  writeFileSync(file, content);
  return file;
};
const privateFile = fileOf(privateKey.export({ type: "pkcs8", format: "pem" }) as string);
const publicFile = fileOf(publicKey.export({ type: "spki", format: "pem" }) as string);
const bareFile = fileOf(privateKey.export({ type: "pkcs1", format: "der" }).toString("base64"));

const wechatPay = {
  WECHAT_PAY_MCHID: "1230000109",
  WECHAT_PAY_KEY_FILE: privateFile,
  WECHAT_PAY_SERIAL: "1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C",
  WECHAT_PAY_V3_KEY: "0123456789abcdef0123456789abcdef",
  WECHAT_PAY_PUBLIC_KEY_FILE: publicFile,
  WECHAT_PAY_PUBLIC_KEY_ID: "PUB_KEY_ID_0116174912345678",
};
const alipay = {
  ALIPAY_APP_ID: "2021001234567890",
  ALIPAY_KEY_FILE: bareFile,
  ALIPAY_PUBLIC_KEY_FILE: publicFile,
  ALIPAY_SELLER_ID: "2088123456789012",
};
const express = { EXPRESS_CUSTOMER: "A1", EXPRESS_KEY: "k", EXPRESS_SALT: "salt-of-ours" };
const production = { ...productionEnvironment(folder), DATA_DIR: folder };

test("the channels of production have their settings, and a mall needs one", () => {
  const config = readConfig({ ...production, MALL: "1", ...wechatPay, ...alipay, ...express });
  expect(config).toMatchObject({
    mall: true,
    wechatPay: {
      mchid: "1230000109",
      bases: [expect.stringContaining("api.mch"), expect.stringContaining("api2")],
    },
    alipay: { gateway: "https://openapi.alipay.com/gateway.do" },
    express: { base: "https://poll.kuaidi100.com/" },
  });
  expect(readConfig(production)).toMatchObject({ mall: false, wechatPay: null, alipay: null, express: null });
  expect(() => readConfig({ ...production, MALL: "1" })).toThrow(
    /^MALL cannot be 1 without a payment channel/,
  );
  expect(readConfig({ DATA_DIR: folder })).toMatchObject({ mall: true, wechatPay: null });
});

const groups = { wechatPay, alipay, express };
test.each(
  Object.entries(groups).flatMap(([name, group]) =>
    Object.keys(group).map((missing) => [missing, name, group] as const),
  ),
)("MA110 without %s the settings of %s stop the start", (missing, _name, group) => {
  expect(() => readConfig({ ...group, [missing]: undefined })).toThrow(
    new RegExp(`^${missing} is required with `),
  );
});
test("MA110 a group names everything that is missing", () => {
  expect(() => readConfig({ ALIPAY_BASE: "https://openapi.alipay.com/gateway.do" })).toThrow(
    "ALIPAY_APP_ID, ALIPAY_KEY_FILE, ALIPAY_PUBLIC_KEY_FILE, ALIPAY_SELLER_ID are required with ALIPAY_BASE",
  );
});
test.each([
  ["WECHAT_PAY_KEY_FILE", { ...wechatPay, WECHAT_PAY_KEY_FILE: publicFile }],
  ["WECHAT_PAY_KEY_FILE", { ...wechatPay, WECHAT_PAY_KEY_FILE: join(folder, "nowhere") }],
  ["WECHAT_PAY_V3_KEY", { ...wechatPay, WECHAT_PAY_V3_KEY: "short" }],
  ["ALIPAY_PUBLIC_KEY_FILE", { ...alipay, ALIPAY_PUBLIC_KEY_FILE: fileOf("no key") }],
  ["WECHAT_PAY_CERTIFICATE_FILE", { ...wechatPay, WECHAT_PAY_CERTIFICATE_FILE: publicFile }],
])("%s is checked at the start", (name, settings) => {
  expect(() => readConfig(settings)).toThrow(new RegExp(`^${name} `));
});

test("MA110 nothing of the simulated merchant is accepted in production", () => {
  const { keys } = loadSimulatedMerchant(folder);
  const theirs = createPublicKey(keys.alipay).export({ type: "spki", format: "pem" }) as string;
  const cases: Record<string, string>[] = [
    { WECHAT_PAY_MCHID: simulatedAccount.mchid },
    { WECHAT_PAY_PUBLIC_KEY_ID: simulatedAccount.publicKeyId },
    { WECHAT_PAY_KEY_FILE: fileOf(keys.wechatMerchant) },
    { WECHAT_PAY_PUBLIC_KEY_FILE: fileOf(theirs) },
    { WECHAT_PAY_BASE: "https://m.maker.cn/sim/pay/wechat/" },
    { WECHAT_PAY_BASE: "http://api.mch.weixin.qq.com/" },
    { ALIPAY_APP_ID: simulatedAccount.alipayAppId },
    { ALIPAY_SELLER_ID: simulatedAccount.sellerId },
    { ALIPAY_KEY_FILE: fileOf(keys.alipayMerchant) },
    { ALIPAY_PUBLIC_KEY_FILE: fileOf(theirs) },
    { ALIPAY_BASE: "https://m.maker.cn/sim/pay/alipay/gateway.do" },
  ];
  for (const changed of cases) {
    const [name = ""] = Object.keys(changed);
    expect(() => readConfig({ ...production, ...wechatPay, ...alipay, ...changed })).toThrow(
      new RegExp(`^${name} .*(simulator|https)`),
    );
  }
});
