/** A part of the project with import rules of its own (docs/architecture.md). */
export type Zone = {
  /** Which files; the first zone that matches has the file. */
  readonly files: RegExp;
  /**
   * What it may import, beside files of its own zone. A text may hold `$1`, which stands for what
   * the first group of `files` matched.
   */
  readonly may: readonly string[];
  /** What it may import as types only. */
  readonly mayTypes?: readonly string[];
  /** Packages: only these; any declared dependency where absent. */
  readonly packages?: RegExp;
  /** Packages: never these. */
  readonly notPackages?: RegExp;
};

/** Server files that every module is given, and may import. */
const SERVER_GROUND = "^server/config\\.ts$|^server/(core|http|database)/";
const SERVER_DOOR = "^server/[^/]+/index\\.ts$";
const CONTRACT = "^contract/";
const NODE_ONLY = /^(node:|fastify|pg$|kysely|@electric-sql\/|@fastify\/|sharp$|oidc-provider$)/;

/** The import table. Tests follow their folder's rules, and may use the test infrastructure too. */
export const zones: readonly Zone[] = [
  { files: /^contract\//, may: [], packages: /^zod$/ },

  { files: /^web\/(?:app|pass)\/|^web\/[^/]+$/, may: ["^web/", CONTRACT], notPackages: NODE_ONLY },
  { files: /^web\/platform\//, may: [CONTRACT], notPackages: NODE_ONLY },
  { files: /^web\/ui\//, may: ["^web/platform/", CONTRACT], notPackages: NODE_ONLY },
  // A feature: never another feature.
  {
    files: /^web\/([^/]+)\//,
    may: ["^web/$1/", "^web/platform/", "^web/ui/", CONTRACT],
    notPackages: NODE_ONLY,
  },

  { files: /^server\/testing\//, may: ["^server/", CONTRACT] },
  // The composition root: the one file that knows simulator and demo, and only when they are wanted.
  {
    files: /^server\/main\.ts$/,
    may: [
      "^contract/",
      "^server/(app|config)\\.ts$",
      "^server/lifecycle/",
      "^server/http/",
      "^(simulator|demo)/index\\.ts$",
    ],
  },
  { files: /^server\/(?:app|modules)\.ts$/, may: [SERVER_GROUND, SERVER_DOOR, CONTRACT] },
  { files: /^server\/[^/]+\.ts$/, may: [SERVER_GROUND, "^server/settings/", CONTRACT] },
  { files: /^server\/(?:http|database)\//, may: [SERVER_GROUND, CONTRACT] },
  // A module: other modules by their door alone.
  { files: /^server\/([^/]+)\//, may: ["^server/$1/", SERVER_GROUND, SERVER_DOOR, CONTRACT] },

  {
    files: /^simulator\//,
    may: ["^server/http/", CONTRACT],
    mayTypes: ["^server/app\\.ts$", "^server/core/(app-context|clock)\\.ts$", SERVER_DOOR],
  },
  { files: /^demo\//, may: [SERVER_DOOR, CONTRACT] },

  {
    files: /^e2e\//,
    may: [
      "^demo/",
      "^simulator/hosts/",
      "^server/testing/",
      "^scripts/(setup/find-tools\\.mjs|test/suites\\.ts)$",
      CONTRACT,
    ],
  },
  {
    files: /^bench\//,
    may: ["^server/", "^simulator/index\\.ts$", "^demo/", "^e2e/", "^scripts/", CONTRACT],
  },
  // Beside Node: the parser, what is known of browsers, and the runner of their tests.
  { files: /^checks\//, may: [], packages: /^(node:.*|vite|vitest|@mdn\/browser-compat-data)$/ },
  { files: /^scripts\/.+\.mjs$/, may: [], packages: /^node:/ },
  { files: /^scripts\//, may: ["^scripts/", "^server/", "^demo/", "^checks/", CONTRACT] },
  {
    files: /^[^/]+\.config\.ts$/,
    may: ["^scripts/(setup/find-tools|release/(build-target|oldest-browsers))\\.mjs$"],
  },
];

/** Tests and what only they use: `*.test.ts`, `test-*.ts` beside them, and server/testing. */
export const FOR_TESTS = /\.test\.tsx?$|(^|\/)(test|synthetic)-[^/]+\.tsx?$|(^|\/)testing\//;
/** What test files of the product may import beside their zone's own: the infrastructure, and the stand-ins for the world. */
export const TEST_SUPPORT = /^server\/testing\/|^(simulator|demo)\/index\.ts$|^simulator\/hosts\//;
/** Packages for tests alone. */
export const TEST_PACKAGES =
  /^(vitest|fast-check|axe-core|@axe-core\/playwright|playwright-core|vitest-browser-react)$/;

export const zoneOf = (path: string): Zone | undefined => zones.find(({ files }) => files.test(path));

/** Whether a file of a zone may import a path. */
export function mayImport(zone: Zone, importer: string, imported: string, isTypeOnly: boolean): boolean {
  const [, group = ""] = zone.files.exec(importer) ?? [];
  const matches = (pattern: string) => new RegExp(pattern.replaceAll("$1", group)).test(imported);
  // Its own zone: for features and modules that means the same feature or module (their `may` says so).
  if (group === "" && zone === zoneOf(imported)) return true;
  return zone.may.some(matches) || (isTypeOnly && (zone.mayTypes ?? []).some(matches));
}
