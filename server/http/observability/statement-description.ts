/** Keywords by which a statement is named, since one that begins with a list of queries says nothing. */
const OPERATION = /\b(insert into|update|delete from|select)\b/i;
const TABLE = /\b(?:insert into|update|delete from|from|join)\s+"?([a-z_][a-z0-9_]*)"?/i;

/** What a span says of a statement: what it does, and the first table that it names; never a value. */
export function describeStatement(text: string): {
  readonly operation: string;
  readonly table: string | null;
  readonly name: string;
} {
  const keyword = /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? "statement";
  const isQuery = keyword === "with" || keyword === "select" || keyword === "insert";
  const operation = isQuery
    ? (OPERATION.exec(text)?.[1]?.split(" ")[0]?.toLowerCase() ?? keyword)
    : keyword;
  const table = TABLE.exec(text)?.[1]?.toLowerCase() ?? null;
  return { operation, table, name: table === null ? operation : `${operation} ${table}` };
}
