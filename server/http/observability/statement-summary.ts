/** Writes of a statement with their tables; not "for update" and "do update set". */
const WRITES = /\b(insert|(?<!\b(?:for|key|do) )update|delete)(?: into| from)?\s+"?([a-z_]\w*)/gi;
const READ = /\b(?:from|join)\s+"?([a-z_]\w*)\b"?(?!\s*\()/i;
const KEYWORD = /^\s*([a-z]+)/i;
const LITERAL = /'[^']*'/g;
/** Statements that name tables; "with" says nothing by itself. */
const QUERIES: ReadonlySet<string> = new Set(["with", "select", "insert", "update", "delete"]);
/** Length of OpenTelemetry's attribute `db.query.summary`. */
const MAX_SUMMARY = 255;

/**
 * Summarises a statement by all its writes with their tables, or by the first table that it reads: the summary has no
 * values.
 */
export function summariseStatement(text: string): string {
  const keyword = KEYWORD.exec(text)?.[1]?.toLowerCase() ?? "statement";
  if (!QUERIES.has(keyword)) return keyword;
  const bare = text.replaceAll(LITERAL, "''").toLowerCase();
  const writes = Array.from(
    bare.matchAll(WRITES),
    ([, operation = "", table = ""]) => `${operation} ${table}`,
  );
  if (writes.length > 0) return [...new Set(writes)].join(" ").slice(0, MAX_SUMMARY);
  const table = READ.exec(bare)?.[1];
  return table === undefined ? "select" : `select ${table}`;
}
