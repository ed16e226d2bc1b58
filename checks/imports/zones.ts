/** A part of the project with its own import rules (docs/architecture.md). */
export type Zone = {
  /** Files of the zone; a file belongs to the first matching zone. */
  readonly files: RegExp;
  /**
   * Files that it may import, in addition to its own zone. `$1` is replaced by the first group of `files`.
   */
  readonly may: readonly string[];
  /** Files that it may import only as types. */
  readonly mayTypes?: readonly string[];
  /** Allowed packages; absent: any declared dependency. */
  readonly packages?: RegExp;
  /** Forbidden packages. */
  readonly notPackages?: RegExp;
};

/** Server files that every feature may import. */
const SERVER_SHARED = "^server/config\\.ts$|^server/(core|http|database)/";
const SERVER_INDEX = "^server/[^/]+/index\\.ts$";
const CONTRACT = "^contract/";
const NODE_ONLY = /^(node:|fastify|pg$|kysely|@electric-sql\/|@fastify\/|sharp$|oidc-provider$)/;

/** The import table. Tests follow the rules of their folder, and may import test infrastructure too. */
const zones: readonly Zone[] = [
  { files: /^contract\//, may: [], packages: /^zod$/ },

  { files: /^web\/(?:app|pass)\/|^web\/[^/]+$/, may: ["^web/", CONTRACT], notPackages: NODE_ONLY },
  // The operator console: its routes join the areas; an area imports kit, the shell's index, and the desks and the composer
  // of their features, never another area.
  {
    files: /^web\/console\/(?:testing\/|[^/]+$)/,
    may: ["^web/(console|platform|ui|blocks|compose)/", CONTRACT],
    notPackages: NODE_ONLY,
  },
  { files: /^web\/console\/kit\//, may: ["^web/(platform|ui)/", CONTRACT], notPackages: NODE_ONLY },
  {
    files: /^web\/console\/shell\//,
    may: ["^web/console/kit/", "^web/(platform|ui)/", CONTRACT],
    notPackages: NODE_ONLY,
  },
  {
    files: /^web\/console\/([^/]+)\//,
    may: [
      "^web/console/$1/",
      "^web/console/kit/",
      "^web/console/shell/index\\.ts$",
      "^web/(platform|ui|compose|check-in|lead)/",
      CONTRACT,
    ],
    notPackages: NODE_ONLY,
  },
  { files: /^web\/platform\//, may: [CONTRACT], notPackages: NODE_ONLY },
  { files: /^web\/ui\//, may: ["^web/platform/", CONTRACT], notPackages: NODE_ONLY },
  // A web feature never imports another one.
  {
    files: /^web\/([^/]+)\//,
    may: ["^web/$1/", "^web/platform/", "^web/ui/", CONTRACT],
    notPackages: NODE_ONLY,
  },

  { files: /^server\/testing\//, may: ["^server/", CONTRACT] },
  // The entry point: the only file that imports simulator and demo, dynamically.
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
  {
    files: /^server\/(?:app|modules|shop-modules|console-modules|handout-modules)\.ts$/,
    may: [SERVER_SHARED, SERVER_INDEX, CONTRACT],
  },
  { files: /^server\/[^/]+\.ts$/, may: [SERVER_SHARED, "^server/settings/", CONTRACT] },
  { files: /^server\/(?:http|database)\//, may: [SERVER_SHARED, CONTRACT] },
  // A server feature imports others only by their index.ts.
  { files: /^server\/([^/]+)\//, may: ["^server/$1/", SERVER_SHARED, SERVER_INDEX, CONTRACT] },

  {
    files: /^simulator\//,
    may: ["^server/http/", CONTRACT],
    mayTypes: ["^server/app\\.ts$", "^server/core/(app-context|clock)\\.ts$", SERVER_INDEX],
  },
  { files: /^demo\//, may: [SERVER_INDEX, CONTRACT] },

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
  // Besides Node: the parser, browser compatibility data, and the test runner.
  { files: /^checks\//, may: [], packages: /^(node:.*|vite|vitest|@mdn\/browser-compat-data)$/ },
  { files: /^scripts\/.+\.mjs$/, may: [], packages: /^node:/ },
  { files: /^scripts\//, may: ["^scripts/", "^server/", "^demo/", "^checks/", CONTRACT] },
  {
    files: /^[^/]+\.config\.ts$/,
    may: [
      "^scripts/(setup/find-tools|release/(build-target|oldest-browsers))\\.mjs$",
      "^scripts/(css-modules/vite-plugin|release/chunk-names)\\.ts$",
      "^scripts/test/",
    ],
  },
];

/** Tests and their helpers: `*.test.ts`, `test-*.ts` beside them, and testing/ folders. */
export const FOR_TESTS = /\.test\.tsx?$|(^|\/)(test|synthetic)-[^/]+\.tsx?$|(^|\/)testing\//;
/** Additional imports allowed in tests of the product: test infrastructure and simulators. */
export const TEST_SUPPORT =
  /^server\/testing\/|^web\/console\/testing\/|^(simulator|demo)\/index\.ts$|^simulator\/hosts\//;
/** Packages for tests only. */
export const TEST_PACKAGES =
  /^(vitest|fast-check|axe-core|@axe-core\/playwright|playwright-core|vitest-browser-react)$/;

export const zoneOf = (path: string): Zone | undefined => zones.find(({ files }) => files.test(path));

/** Whether a file of a zone may import a path. */
export function mayImport(zone: Zone, importer: string, imported: string, isTypeOnly: boolean): boolean {
  const [, group = ""] = zone.files.exec(importer) ?? [];
  const matches = (pattern: string) => new RegExp(pattern.replaceAll("$1", group)).test(imported);
  // Own zone: for features that means the same feature (see their `may`).
  if (group === "" && zone === zoneOf(imported)) return true;
  return zone.may.some(matches) || (isTypeOnly && (zone.mayTypes ?? []).some(matches));
}
