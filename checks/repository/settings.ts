import type { ProjectCheck, Finding, Project } from "../project.ts";

const SETTINGS = "server/settings/config-schema.ts";
/** Parts of the schema in other files, which it spreads. */
const PARTS = [
  "server/settings/console-settings.ts",
  "server/settings/login-settings.ts",
  "server/settings/integration-settings.ts",
  "server/settings/process-settings.ts",
  "server/settings/open-telemetry-settings.ts",
  "server/settings/data-key-settings.ts",
  "server/settings/payment-settings.ts",
  "server/settings/return-address.ts",
];
const EXAMPLE = ".env.example";

/** Names in the settings schema: its keys in capitals, one a line. */
function readByServer(project: Project): string[] {
  const textOf = (path: string): string => project.find(path)?.text ?? "";
  const [, schema = ""] = /const schema = z\.object\(\{\n([\s\S]*?)\n\}\);/.exec(textOf(SETTINGS)) ?? [];
  const parts = PARTS.map((path) => /Fields = \{\n([\s\S]*?)\n\};/.exec(textOf(path))?.[1] ?? "");
  return [...[schema, ...parts].join("\n").matchAll(/^ {2}([A-Z][A-Z0-9_]*):/gm)].map(
    ([, name = ""]) => name,
  );
}
/** Names in .env.example, set or commented out. */
const inExample = (project: Project): string[] =>
  [...(project.find(EXAMPLE)?.text ?? "").matchAll(/^#? ?([A-Z][A-Z0-9_]*)=/gm)].map(([, name = ""]) => name);

export const settings: ProjectCheck = {
  name: "settings",
  holds: ".env.example lists exactly the settings that the server reads",
  run(project) {
    const [read, listed] = [readByServer(project), inExample(project)];
    const missing = read.filter((name) => !listed.includes(name));
    const unknown = listed.filter((name) => !read.includes(name));
    const twice = listed.filter((name, at) => listed.indexOf(name) !== at);
    const say = (path: string, message: string): Finding => ({ path, line: 1, message });
    return [
      ...(read.length === 0 ? [say(SETTINGS, "has no schema of settings that this check can read")] : []),
      ...missing.map((name) => say(EXAMPLE, `does not list ${name}`)),
      ...unknown.map((name) => say(EXAMPLE, `lists ${name}, which the server does not read`)),
      ...twice.map((name) => say(EXAMPLE, `lists ${name} twice`)),
    ];
  },
};
