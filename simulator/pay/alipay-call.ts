/** A signed call of the gateway. */
export type AlipayCall = {
  readonly parameters: Readonly<Record<string, string>>;
  /** Texts of biz_content. */
  readonly content: Readonly<Record<string, string>>;
  readonly outTradeNo: string;
};

/** The texts of a biz_content; other values are left out. */
export function alipayTexts(text: string): Record<string, string> {
  try {
    const content = JSON.parse(text) as Record<string, unknown>;
    return Object.fromEntries(
      Object.entries(content).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return {};
  }
}

/** Integer fen of an amount in yuan; null: no such amount. */
export function fenOfYuan(text = ""): number | null {
  const [, whole, decimals = ""] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? null : Number(whole + decimals.padEnd(2, "0"));
}
