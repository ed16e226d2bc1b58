import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { demoBrand } from "#contract/core/demo-brand.ts";
import type { Brand } from "#contract/core/brand.ts";

/** Keys of an installation that is being tried out. They are public, since every copy of the product contains them. */
export const demoKeys = {
  appKey: "marque-demo-app-key",
  makerSecret: "marque-demo-makers-systems",
  tkKey: "bWFycXVlLWRlbW8tdGsta2V5LW5vdC1hLXNlY3JldCE",
} as const;

/** The settings of a process as they are set, with the brand that was read. */
type ProductionSettings = Readonly<Record<string, unknown>> & { readonly brand: Brand };
/** A condition of production. */
type ProductionRule = {
  readonly setting: string;
  /** Operator's text that follows the name of the setting. */
  readonly reason: string;
  isRefused(settings: ProductionSettings): boolean;
};

/** Guesses that a secret must take at least, as a power of ten: 50 random bits. */
const MIN_GUESSES = 15;
const strength = new ZxcvbnFactory({
  dictionary: { words: "marque demo example test secret password change default admin appkey".split(" ") },
});
const isGuessable = (secret: string): boolean => strength.check(secret).guessesLog10 < MIN_GUESSES;

/** Different bytes that a random key of 32 bytes has at least; fewer have a probability below one in a billion. */
const MIN_DIFFERENT_BYTES = 20;
/** Whether a key of 32 bytes is not random: repeated bytes, a sequence, or a text that somebody can guess. */
function isWeakKey(base64url: string): boolean {
  const bytes = Buffer.from(base64url, "base64url");
  const steps = new Set(bytes.map((byte, at) => byte - (bytes[at - 1] ?? 0)));
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  return new Set(bytes).size < MIN_DIFFERENT_BYTES || steps.size < MIN_DIFFERENT_BYTES || isText;
}

/** @param parsed the value after parsing, if it differs from its text */
const refusedValue = (setting: string, text: string, parsed: unknown = text): ProductionRule => ({
  setting,
  reason: `cannot be ${text}: it is for trying the product out`,
  isRefused: (settings) => settings[setting] === parsed,
});
const notSet = (setting: string): ProductionRule => ({
  setting,
  reason: "cannot be set: it is for tests",
  isRefused: (settings) => settings[setting] !== undefined,
});
const required = (setting: string, reason: string): ProductionRule => ({
  setting,
  reason: `is required: ${reason}`,
  isRefused: (settings) => settings[setting] === undefined,
});
const textOf = (settings: ProductionSettings, setting: string): string | null => {
  const value = settings[setting];
  return typeof value === "string" ? value : null;
};
const GENERATE_SECRET = "openssl rand -base64 24";
const GENERATE_KEY = "openssl rand 32 | basenc --base64url | tr -d =";
const unguessable = (setting: string): ProductionRule => ({
  setting,
  reason: `can be guessed: generate one with ${GENERATE_SECRET}`,
  isRefused: (settings) => isGuessable(textOf(settings, setting) ?? GENERATE_SECRET),
});
const randomKeys = (setting: string, keysOf = (text: string): string[] => [text]): ProductionRule => ({
  setting,
  reason: `is not random: generate a key with ${GENERATE_KEY}`,
  isRefused: (settings) =>
    keysOf(textOf(settings, setting) ?? "").some((key) => key !== "" && isWeakKey(key)),
});

/** Everything that APP_ENV=prod refuses; docs/operation.md "Production" lists the same rows. */
export const productionRules: readonly ProductionRule[] = [
  refusedValue("SIMULATORS", "1", true),
  refusedValue("DEMO_DATA", "1", true),
  notSet("CAPTCHA_TEST_X"),
  notSet("SMS_TEST_CODE"),
  refusedValue("RATE_LIMITS", "off"),
  required(
    "DATABASE_URL",
    "the embedded database is not durable after a power failure and serves one process",
  ),
  required("PUBLIC_ORIGIN", "links, redirects and cookies are made for the public address"),
  {
    setting: "BRAND_FILE",
    reason: "must name the maker's brand: the demo brand is for trying the product out",
    isRefused: ({ brand }) => brand.domain === demoBrand.domain || brand.clientId === demoBrand.clientId,
  },
  {
    setting: "SMS_PROVIDER",
    reason: "cannot be outbox with the built-in identity provider: its codes would be sent to nobody",
    isRefused: (settings) => settings["SMS_PROVIDER"] === "outbox" && settings["OIDC_ISSUER"] === undefined,
  },
  required("APP_KEY", `generate one with ${GENERATE_SECRET}`),
  unguessable("APP_KEY"),
  required("TK_KEY", `generate one with ${GENERATE_KEY}`),
  randomKeys("TK_KEY"),
  randomKeys("DATA_KEYS", (text) => text.split(",").map((entry) => entry.split(":")[1] ?? "")),
  randomKeys("DATA_LOOKUP_KEY"),
  unguessable("COUPON_SYSTEM_SECRET"),
  unguessable("OWNER_REVIEW_SECRET"),
  unguessable("MAKER_SYSTEMS_SECRET"),
  unguessable("MAKER_SYSTEMS_PREVIOUS_SECRET"),
  unguessable("OIDC_CLIENT_SECRET"),
  unguessable("CONSOLE_OIDC_CLIENT_SECRET"),
];

/** Refuses what an installation for the public must not have. @throws the error of `reject` for the first such setting */
export function validateProductionSettings(
  settings: ProductionSettings,
  reject: (name: string, reason: string) => never,
): void {
  const broken = productionRules.find((rule) => rule.isRefused(settings));
  if (broken) reject(broken.setting, `${broken.reason} (APP_ENV is prod)`);
}
