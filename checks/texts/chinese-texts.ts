import type { ProjectCheck, Finding } from "../project.ts";
import { walkTree, type Node } from "../parse.ts";
import { FOR_TESTS } from "../imports/zones.ts";

const CHINESE = /\p{Script=Han}/u;
/**
 * Files with user-facing texts: messages.ts of a feature (terms.ts: legal texts), the contract (messages of
 * fields and refusals), the demo brand and the simulator. Tests quote them.
 */
const TEXT_FILES =
  /(^|\/)(messages|terms|[a-z-]+-messages)\.ts$|^(contract|demo|simulator|e2e|bench|scripts|checks)\//;
/** Files with Chinese data instead of messages, each with its reason. */
const DATA: Readonly<Record<string, string>> = {
  "server/location/divisions.ts": "names of administrative divisions, as the data has them",
  "server/location/ip-table.ts": "names of countries, as the data has them",
  "web/platform/location/locate.ts": "endings of divisions' names, taken off",
  "web/app/boot.js": "inline, before any module: what is said when the app's own script fails",
};

/** Text of a node that people may read; null for other nodes. */
const textOf = (node: Node): string | null => {
  if (node.type === "Literal") return typeof node["value"] === "string" ? node["value"] : null;
  if (node.type === "JSXText") return String(node["value"]);
  return node.type === "TemplateElement" ? String((node["value"] as { raw: string }).raw) : null;
};

export const chineseTexts: ProjectCheck = {
  name: "texts",
  holds: "Chinese texts are in messages.ts, in the contract, or in demo and simulator",
  run: (project) =>
    project.code
      .filter(({ path }) => !FOR_TESTS.test(path) && !TEXT_FILES.test(path) && !(path in DATA))
      .flatMap((file): Finding[] => {
        const found: Finding[] = [];
        walkTree(file.parsed.program, (node) => {
          const text = textOf(node);
          if (text === null || !CHINESE.test(text)) return;
          const line = file.parsed.lineAt(node.start);
          found.push({
            path: file.path,
            line,
            message: `says "${text.trim().slice(0, 20)}": belongs in messages.ts`,
          });
        });
        return found;
      }),
};
