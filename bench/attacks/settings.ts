// A13: production starts with what is for trying out.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig, SettingError } from "../../server/config.ts";
import { productionEnvironment } from "../../server/testing/production-environment.ts";
import type { AttackResult } from "./table.ts";

/** Weak or missing settings by name; undefined: missing. */
const weak: readonly (readonly [string, string | undefined])[] = [
  ["APP_KEY", "12345678"],
  ["APP_KEY", "abcdabcdabcdabcdabcdabcdabcdabcd"],
  ["TK_KEY", "A".repeat(43)],
  ["TK_KEY", "AQ".repeat(21) + "A"],
  ["BRAND_FILE", undefined],
  ["DATABASE_URL", undefined],
  ["PUBLIC_ORIGIN", undefined],
  ["CAPTCHA_TEST_X", "99"],
  ["SIMULATORS", "1"],
  ["RATE_LIMITS", "off"],
];

function isRefused(environment: Readonly<Record<string, string | undefined>>): boolean {
  try {
    readConfig(environment);
    return false;
  } catch (error) {
    if (error instanceof SettingError) return true;
    throw error;
  }
}

export async function attackSettings(): Promise<AttackResult[]> {
  const folder = mkdtempSync(join(tmpdir(), "marque-attack-"));
  const good = productionEnvironment(folder);
  const results = weak.map(([name, value]): AttackResult => {
    const refused = isRefused({ ...good, [name]: value });
    return {
      name: `A13 production with ${name} ${value === undefined ? "missing" : "weak"}`,
      threshold: "refused",
      got: refused ? "refused" : "started",
      isHeld: refused,
    };
  });
  const started = !isRefused(good);
  rmSync(folder, { recursive: true });
  return [
    ...results,
    {
      name: "A13 production with good settings",
      threshold: "started",
      got: started ? "started" : "refused",
      isHeld: started,
    },
  ];
}
