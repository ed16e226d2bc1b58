/** Text of a statement of ClickHouse whose values are quoted. */
export class ClickhouseStatement {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Value = string | number | readonly string[] | ClickhouseStatement;

/** Quotes a text as its bytes in hex digits, so that no text can end the literal, whatever the server's version. */
const quote = (text: string): string => `unhex('${Buffer.from(text).toString("hex")}')`;

function literalOf(value: Value): string {
  if (value instanceof ClickhouseStatement) return value.text;
  if (typeof value === "string") return quote(value);
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) throw new RangeError("only integers are written into a statement");
    return String(value);
  }
  // ClickHouse has no empty list; a text that is no id matches nothing.
  return `(${value.length === 0 ? quote("") : value.map(quote).join()})`;
}

/** Writes a statement; each value becomes a literal, a list becomes `(…)` for IN. */
export const clickhouse = (parts: TemplateStringsArray, ...values: readonly Value[]): ClickhouseStatement =>
  new ClickhouseStatement(
    parts.reduce((text, part, at) => {
      const value = values[at - 1];
      return `${text}${value === undefined ? "" : literalOf(value)}${part}`;
    }),
  );
