import { walkTree, type Node } from "../parse.ts";
import type { Finding, ProjectCheck } from "../project.ts";

/** Elements that pass the attribute to the browser. */
const INPUTS = new Set(["input", "textarea", "TextField", "LabelledInput", "MobileInput", "SmsCodeInput"]);
/** Fields with a reason to cut: what is typed is never part of a longer text. */
const ALLOWED = new Set(["web/pass/form/password-field.tsx"]);

const nameOf = (node: unknown): string => {
  const name = (node as { name?: unknown } | undefined)?.name;
  return typeof name === "string" ? name : "";
};

/**
 * Keeps `maxLength` off inputs: the browser cuts a pasted number or message before anything can read it, and counts
 * UTF-16 units, not characters.
 */
export const inputLengths: ProjectCheck = {
  name: "input lengths",
  holds: "no input has maxLength: a pasted text is read first, and limits count characters",
  run: (project) =>
    project.code
      .filter(({ path, isTest }) => path.startsWith("web/") && !isTest && !ALLOWED.has(path))
      .flatMap((file): Finding[] => {
        const found: Finding[] = [];
        walkTree(file.parsed.program, (node: Node) => {
          if (node.type !== "JSXOpeningElement" || !INPUTS.has(nameOf(node["name"]))) return;
          for (const attribute of node["attributes"] as readonly Node[])
            if (nameOf(attribute["name"]) === "maxLength")
              found.push({
                path: file.path,
                line: file.parsed.lineAt(attribute.start),
                message: `gives ${nameOf(node["name"])} maxLength: validate with upTo, or pick with contract/core/text.ts`,
              });
        });
        return found;
      }),
};
