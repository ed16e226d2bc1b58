import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { parseTypeScript, RowTypes, type AstNode, type RowShape } from "./row-shape.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const helper = fileURLToPath(new URL("./check-rows.ts", import.meta.url));

export type TypedStatement = {
  readonly node: AstNode;
  readonly line: number;
  readonly shape: RowShape | null;
};

/** Every statement of a file that names its row type: sql<Row>`…`. */
export function typedStatements(path: string, text: string, types = new RowTypes(root)): TypedStatement[] {
  const found: TypedStatement[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    if (typeof value !== "object" || value === null || !("type" in value)) return;
    const node = value as AstNode;
    const [row] =
      ((node["typeArguments"] as AstNode | null | undefined)?.["params"] as AstNode[] | undefined) ?? [];
    if (node.type === "TaggedTemplateExpression" && (node["tag"] as { name?: string }).name === "sql" && row)
      found.push({
        node,
        line: text.slice(0, node.start).split("\n").length,
        shape: types.shapeOf(path, text, row),
      });
    for (const inner of Object.values(node)) walk(inner);
  };
  walk(parseTypeScript(path, text));
  return found;
}

/** Lets every typed statement of the server's stores check its rows while the tests run. */
export function rowTypes(): Plugin {
  const types = new RowTypes(root);
  return {
    name: "row-types",
    enforce: "pre",
    transform(text, id) {
      const path = id.split("?")[0] ?? id;
      if (!/\/server\/.*store\.ts$|\/server\/database\/.*\.ts$/.test(path) || !text.includes("sql<"))
        return undefined;
      let code = text;
      for (const { node, line, shape } of typedStatements(path, text, types).reverse()) {
        if (!shape) continue;
        const site = JSON.stringify(`${relative(root, path)}:${line}`);
        const statement = code.slice(node.start, node.end);
        code = `${code.slice(0, node.start)}checkRowsOfStatement(${statement}, ${site}, ${JSON.stringify(shape)})${code.slice(node.end)}`;
      }
      if (code === text) return undefined;
      return {
        code: `${code}\nimport { checkRows as checkRowsOfStatement } from ${JSON.stringify(helper)};`,
        map: null,
      };
    },
  };
}
