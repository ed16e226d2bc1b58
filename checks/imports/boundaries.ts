import type { ProjectCheck, Finding, Project, SourceFile } from "../project.ts";
import type { Import } from "../parse.ts";
import { resolve } from "./resolve.ts";
import { FOR_TESTS, mayImport, TEST_PACKAGES, TEST_SUPPORT, zoneOf, type Zone } from "./zones.ts";

/** Files with computed imports of modules that exist only at run time, each with its reason. */
const COMPUTED: Readonly<Record<string, string>> = {
  "bench/attacks/process-numbers.ts": "another checkout, to compare with",
  "server/http/pages/page-server.ts": "the built web app",
  "web/app/boot.js": "the modules that the server's manifest names",
  "web/app/startup/client-router.tsx": "the pages that the client's manifest names",
};
/** Code that ships: it may import only packages that are installed in production. */
const SHIPPED = /^(contract|server|simulator|demo)\//;
/** Development packages that shipped code imports only with `--dev`. */
const DEVELOPMENT: Readonly<Record<string, string>> = {
  "server/http/pages/page-server.ts": "vite",
  "server/http/pages/identity-html.ts": "vite",
  "server/http/pages/console-html.ts": "vite",
};

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };

/** Error of a package import; null if it is allowed. */
function judgePackage(
  file: SourceFile,
  zone: Zone,
  name: string,
  isTypeOnly: boolean,
  manifest: Manifest,
): string | null {
  const isNode = name.startsWith("node:");
  const isDeclared =
    isNode || name in { ...manifest.dependencies, ...manifest.devDependencies } || name === "vite/client";
  if (!isDeclared) return `imports "${name}", which package.json does not declare`;
  if (FOR_TESTS.test(file.path) && (TEST_PACKAGES.test(name) || isNode)) return null;
  if (zone.packages && !zone.packages.test(name)) return `may not import the package "${name}"`;
  if (zone.notPackages?.test(name) && !isTypeOnly)
    return `may not import the package "${name}" (server only)`;
  const isShipped = SHIPPED.test(file.path) && !FOR_TESTS.test(file.path) && !isTypeOnly && !isNode;
  if (isShipped && !(name in (manifest.dependencies ?? {})) && DEVELOPMENT[file.path] !== name)
    return `imports "${name}", which is installed for development only`;
  return null;
}
/** Error of an import; null if it is allowed. */
function judge(
  file: SourceFile,
  zone: Zone,
  used: Import,
  project: Project,
  manifest: Manifest,
): string | null {
  if (used.specifier === null) {
    const isAllowed = file.path in COMPUTED || FOR_TESTS.test(file.path);
    return isAllowed ? null : "computes what it imports: nobody can follow it";
  }
  const target = resolve(file.path, used.specifier);
  if (target.kind === "generated") return null;
  if (target.kind === "package") return judgePackage(file, zone, target.name, used.isTypeOnly, manifest);
  const { path } = target;
  // A folder or a data file named by new URL(…); imports proper are checked by TypeScript.
  if (!project.find(path)) return null;
  if (file.path === "server/main.ts" && /^(simulator|demo)\//.test(path) && !used.isDynamic)
    return `imports ${path} always: simulator and demo are imported only when they are wanted`;
  if (FOR_TESTS.test(file.path) && TEST_SUPPORT.test(path)) return null;
  return mayImport(zone, file.path, path, used.isTypeOnly) ? null : `may not import ${path}`;
}

export const boundaries: ProjectCheck = {
  name: "boundaries",
  holds: "every folder imports only what the table in docs/architecture.md allows",
  run(project) {
    const manifest = JSON.parse(project.find("package.json")?.text ?? "{}") as Manifest;
    return project.code.flatMap((file): Finding[] => {
      const zone = zoneOf(file.path);
      if (!zone)
        return [{ path: file.path, line: 1, message: "lies in no folder that the import table knows" }];
      return file.parsed.imports.flatMap((used): Finding[] => {
        const message = judge(file, zone, used, project, manifest);
        return message === null ? [] : [{ path: file.path, line: used.line, message }];
      });
    });
  },
};
