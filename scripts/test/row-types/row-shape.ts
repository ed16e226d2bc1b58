import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";

/** Kinds of values that a column may have at run time; "any" where its type says nothing that can be checked. */
export type ValueKind =
  | "string"
  | "number"
  | "boolean"
  | "null"
  | "undefined"
  | "Date"
  | "array"
  | "object"
  | "any";
type ColumnShape = { readonly kinds: readonly ValueKind[]; readonly isOptional: boolean };
/** Columns of a row type by name. */
export type RowShape = Readonly<Record<string, ColumnShape>>;

export type AstNode = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>;
type Scope = {
  readonly path: string;
  readonly types: ReadonlyMap<string, AstNode>;
  readonly imports: ReadonlyMap<string, { readonly source: string; readonly name: string }>;
};
/** A type together with the file and the type arguments that give its names a meaning. */
type Typed = { readonly node: AstNode; readonly scope: Scope; readonly given: ReadonlyMap<string, Typed> };

const asNode = (value: unknown): AstNode => value as AstNode;
const asNodes = (value: unknown): AstNode[] => (value as AstNode[] | undefined) ?? [];
const nameOf = (value: unknown): string => String((value as { name?: string; value?: string }).name ?? "");
const keyOf = (value: unknown): string => {
  const key = value as { name?: string; value?: unknown };
  return key.name ?? String(key.value);
};

export const parseTypeScript = (path: string, text: string): AstNode =>
  asNode(parseSync(path, text).program as unknown);

const scopes = new Map<string, Scope>();
function scopeOf(path: string, text: string): Scope {
  const types = new Map<string, AstNode>();
  const imports = new Map<string, { source: string; name: string }>();
  for (const statement of asNodes(parseTypeScript(path, text)["body"])) {
    const declared = statement["declaration"] ? asNode(statement["declaration"]) : statement;
    if (declared.type === "TSTypeAliasDeclaration" || declared.type === "TSInterfaceDeclaration")
      types.set(nameOf(declared["id"]), declared);
    const source = (statement["source"] as { value?: string } | null | undefined)?.value;
    if (source === undefined) continue;
    for (const one of asNodes(statement["specifiers"])) {
      if (one.type === "ImportSpecifier")
        imports.set(nameOf(one["local"]), { source, name: keyOf(one["imported"]) });
      if (one.type === "ExportSpecifier")
        imports.set(keyOf(one["exported"]), { source, name: keyOf(one["local"]) });
    }
  }
  return { path, types, imports };
}
function fileScope(path: string): Scope | null {
  const known = scopes.get(path);
  if (known) return known;
  if (!existsSync(path)) return null;
  const scope = scopeOf(path, readFileSync(path, "utf8"));
  scopes.set(path, scope);
  return scope;
}

/** The declaration of a type's name, in this file or in one that it is imported from. */
function declarationOf(name: string, scope: Scope, root: string): { node: AstNode; scope: Scope } | null {
  const node = scope.types.get(name);
  if (node) return { node, scope };
  const imported = scope.imports.get(name);
  if (!imported) return null;
  const isContract = imported.source.startsWith("#contract/");
  if (!isContract && !imported.source.startsWith(".")) return null;
  const path = isContract ? join(root, imported.source.slice(1)) : join(dirname(scope.path), imported.source);
  const other = fileScope(path);
  return other && declarationOf(imported.name, other, root);
}

/** Resolves the types of rows in the files below a root. */
export class RowTypes {
  readonly #root: string;
  constructor(root: string) {
    this.#root = root;
  }

  /** The type argument of a statement in a file. @returns null where the type cannot be resolved to columns */
  shapeOf(path: string, text: string, node: AstNode): RowShape | null {
    return this.#row({ node, scope: scopeOf(path, text), given: new Map() });
  }

  /** The alias or interface behind a reference, with its type arguments. */
  #expand({ node, scope, given }: Typed): Typed | null {
    const name = nameOf(node["typeName"]);
    const bound = given.get(name);
    if (bound) return bound;
    const found = declarationOf(name, scope, this.#root);
    if (!found) return null;
    const parameters = asNodes((found.node["typeParameters"] as AstNode | null)?.["params"]);
    const args = asNodes((node["typeArguments"] as AstNode | null)?.["params"]);
    const next = new Map(
      parameters.flatMap((parameter, at): [string, Typed][] => {
        const argument = args[at] ?? parameter["default"];
        return argument ? [[keyOf(parameter["name"]), { node: asNode(argument), scope, given }]] : [];
      }),
    );
    const body = found.node["typeAnnotation"] ?? found.node["body"];
    return { node: asNode(body), scope: found.scope, given: next };
  }

  #row(typed: Typed): RowShape | null {
    const { node } = typed;
    const at = (inner: unknown): Typed => ({ ...typed, node: asNode(inner) });
    switch (node.type) {
      case "TSTypeLiteral":
        return this.#literal(typed, asNodes(node["members"]));
      case "TSInterfaceBody":
        return this.#literal(typed, asNodes(node["body"]));
      case "TSParenthesizedType":
      case "TSTypeOperator":
        return this.#row(at(node["typeAnnotation"]));
      case "TSIntersectionType": {
        const parts = asNodes(node["types"]).map((one) => this.#row(at(one)));
        return parts.every((part) => part !== null) ? Object.assign({}, ...parts) : null;
      }
      case "TSUnionType":
        return this.#union(asNodes(node["types"]).map((one) => this.#row(at(one))));
      case "TSIndexedAccessType": {
        const member = this.#member(typed);
        return member && this.#row(member);
      }
      case "TSTypeReference":
        return this.#reference(typed);
      default:
        return null;
    }
  }

  #literal(typed: Typed, members: readonly AstNode[]): RowShape {
    return Object.fromEntries(
      members
        .filter(({ type }) => type === "TSPropertySignature")
        .map((member): [string, ColumnShape] => {
          const annotation = asNode((member["typeAnnotation"] as AstNode)["typeAnnotation"]);
          const kinds = this.#kinds({ ...typed, node: annotation });
          return [keyOf(member["key"]), { kinds, isOptional: member["optional"] === true }];
        }),
    );
  }

  #union(parts: readonly (RowShape | null)[]): RowShape | null {
    const shapes = parts.filter((part) => part !== null);
    if (shapes.length < parts.length) return null;
    const names = new Set(shapes.flatMap((shape) => Object.keys(shape)));
    return Object.fromEntries(
      [...names].map((name) => {
        const columns = shapes.flatMap((shape) => shape[name] ?? []);
        // A member of the union that does not name the column says nothing about it.
        if (columns.length < shapes.length) return [name, { kinds: ["any"], isOptional: true }];
        const kinds = [...new Set(columns.flatMap((one) => one.kinds))];
        return [name, { kinds, isOptional: columns.some((one) => one.isOptional) }];
      }),
    );
  }

  #reference(typed: Typed): RowShape | null {
    const name = nameOf(typed.node["typeName"]);
    const [first, second] = asNodes((typed.node["typeArguments"] as AstNode | null)?.["params"]);
    const row = () => (first ? this.#row({ ...typed, node: first }) : null);
    if (name === "Readonly" || name === "Required") return row();
    if (name === "Pick" || name === "Omit") {
      const [shape, keys] = [row(), second && this.#names({ ...typed, node: second })];
      if (!shape || !keys) return null;
      return Object.fromEntries(Object.entries(shape).filter(([key]) => keys.has(key) === (name === "Pick")));
    }
    const expanded = this.#expand(typed);
    return expanded && this.#row(expanded);
  }

  /** The texts of a union of literals. */
  #names(typed: Typed): Set<string> | null {
    const { node } = typed;
    if (node.type === "TSLiteralType") return new Set([keyOf(node["literal"])]);
    if (node.type === "TSUnionType") {
      const parts = asNodes(node["types"]).map((one) => this.#names({ ...typed, node: one }));
      return parts.every((part) => part !== null) ? new Set(parts.flatMap((part) => [...part])) : null;
    }
    if (node.type !== "TSTypeReference") return null;
    const expanded = this.#expand(typed);
    return expanded && this.#names(expanded);
  }

  /** The type of `Type["member"]`. */
  #member(typed: Typed): Typed | null {
    const names = this.#names({ ...typed, node: asNode(typed.node["indexType"]) });
    const [name] = names ?? [];
    let object: Typed | null = { ...typed, node: asNode(typed.node["objectType"]) };
    while (object && object.node.type === "TSTypeReference") object = this.#expand(object);
    if (!object || names?.size !== 1) return null;
    const members = asNodes(object.node["members"] ?? object.node["body"]);
    const member = members.find((one) => one["key"] && keyOf(one["key"]) === name);
    const annotation = member?.["typeAnnotation"] as AstNode | undefined;
    return annotation ? { ...object, node: asNode(annotation["typeAnnotation"]) } : null;
  }

  #kinds(typed: Typed): ValueKind[] {
    const { node } = typed;
    const of = (inner: unknown) => this.#kinds({ ...typed, node: asNode(inner) });
    switch (node.type) {
      case "TSStringKeyword":
        return ["string"];
      case "TSNumberKeyword":
        return ["number"];
      case "TSBooleanKeyword":
        return ["boolean"];
      case "TSNullKeyword":
        return ["null"];
      case "TSUndefinedKeyword":
        return ["undefined"];
      case "TSTemplateLiteralType":
        return ["string"];
      case "TSLiteralType": {
        const value = (node["literal"] as { value?: unknown }).value;
        return [typeof value === "boolean" ? "boolean" : typeof value === "number" ? "number" : "string"];
      }
      case "TSArrayType":
      case "TSTupleType":
        return ["array"];
      case "TSTypeLiteral":
        return ["object"];
      case "TSParenthesizedType":
      case "TSTypeOperator":
        return node["operator"] === "keyof" ? ["string"] : of(node["typeAnnotation"]);
      case "TSUnionType":
        return [...new Set(asNodes(node["types"]).flatMap(of))];
      case "TSIndexedAccessType": {
        const member = this.#member(typed);
        return member ? this.#kinds(member) : ["any"];
      }
      case "TSTypeReference":
        return this.#kindsOfReference(typed);
      default:
        return ["any"];
    }
  }

  #kindsOfReference(typed: Typed): ValueKind[] {
    const name = nameOf(typed.node["typeName"]);
    if (name === "Date") return ["Date"];
    if (name === "Array" || name === "ReadonlyArray") return ["array"];
    if (name === "Record") return ["object"];
    const expanded = this.#expand(typed);
    return expanded ? this.#kinds(expanded) : ["any"];
  }
}
