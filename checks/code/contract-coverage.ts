import { FOR_TESTS } from "../imports/zones.ts";
import type { ProjectCheck, Finding, Project, SourceFile } from "../project.ts";
import { literal, identifierName, walkTree, type Node } from "../parse.ts";

type Declared = {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  /** Name in the declaration's argument; null: none that is a literal. */
  readonly named: string | null;
  /** Fields that the declaration lacks (requirement CO07). */
  readonly missing: readonly string[];
};
/** Functions that declare calls, with the fields that each declaration has. */
const DECLARING: Readonly<Record<string, readonly string[]>> = {
  defineCall: [],
  defineOperatorCall: ["right", "kind"],
};

/** Calls that no page makes, each with its reason. */
const NO_CLIENT: Readonly<Record<string, string>> = {
  marketingSessionsCodeByGet: "for other clients; our app uses POST to keep the code out of the address",
  listJobs: "for other clients; the console follows the job that it began",
  showOrganisation: "for other clients; an activity contains its dealers",
};

/** Calls declared by a contract file: `export const x = defineCall({ name: "x", … })`, or by defineOperatorCall. */
function callsIn(file: SourceFile): Declared[] {
  const found: Declared[] = [];
  walkTree(file.parsed.program, (node, parents) => {
    const required = node.type === "CallExpression" ? DECLARING[identifierName(node["callee"])] : undefined;
    if (required === undefined) return;
    const declarator = parents.at(-1);
    const name = identifierName(declarator?.["id"]);
    const [argument] = node["arguments"] as Node[];
    const properties = (argument?.["properties"] as Node[] | undefined) ?? [];
    const property = properties.find((each) => identifierName(each["key"]) === "name");
    found.push({
      name,
      path: file.path,
      line: file.parsed.lineAt(node.start),
      named: literal(property?.["value"]),
      // Shared fields that are spread in are left to the types.
      missing: properties.some(({ type }) => type === "SpreadElement")
        ? []
        : required.filter((field) => !properties.some((each) => identifierName(each["key"]) === field)),
    });
  });
  return found;
}
/**
 * Names of calls that are given a handler: `calls.on(name, …)`. An alias does not count: a search for the call's name must
 * find its handler.
 */
function handledIn(file: SourceFile): string[] {
  const found: string[] = [];
  walkTree(file.parsed.program, (node) => {
    if (node.type !== "CallExpression") return;
    const callee = node["callee"] as Node;
    const [first] = node["arguments"] as Node[];
    const isOn = callee.type === "MemberExpression" && identifierName(callee["property"]) === "on";
    if (isOn && first?.type === "Identifier") found.push(identifierName(first));
  });
  return found;
}
const mentions = (files: readonly SourceFile[], name: string): boolean =>
  files.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text));

function judge(call: Declared, project: Project, handled: ReadonlySet<string>): string[] {
  const { code } = project;
  const web = code.filter(({ path, isTest }) => path.startsWith("web/") && !isTest);
  return [
    ...(handled.has(call.name) ? [] : ["has no handler in server/: calls.on with its own name"]),
    ...(mentions(web, call.name) || call.name in NO_CLIENT ? [] : ["is used by nothing in web/"]),
    ...(mentions(
      code.filter(({ path, isTest }) => isTest || FOR_TESTS.test(path)),
      call.name,
    )
      ? []
      : ["is named by no test"]),
  ];
}

export const contractCoverage: ProjectCheck = {
  name: "contract coverage",
  holds: "every call of the contract has a handler, a use in web/ and a test",
  run(project) {
    const files = project.code.filter(({ path, isTest }) => path.startsWith("contract/") && !isTest);
    const handled = new Set(
      project.code.filter(({ path, isTest }) => path.startsWith("server/") && !isTest).flatMap(handledIn),
    );
    return files.flatMap(callsIn).flatMap((call): Finding[] => {
      const wrong = judge(call, project, handled);
      if (call.named !== call.name) wrong.push(`names itself "${call.named}"`);
      wrong.push(...call.missing.map((field) => `has no ${field}`));
      return wrong.map((what) => ({
        path: call.path,
        line: call.line,
        message: `call ${call.name} ${what}`,
      }));
    });
  },
};
