const YUAN = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/;
const FEE = /^(-?)(\d{1,12})(?:\.(\d{1,5}))?$/;

const signed = (sign: string, amount: number): number => (sign === "-" && amount !== 0 ? -amount : amount);

/** Integer fen of an amount in yuan with at most two decimals, as text; null: no such amount. */
export function yuanToFen(text: string): number | null {
  const [, sign = "", whole, decimals = ""] = YUAN.exec(text) ?? [];
  return whole === undefined ? null : signed(sign, Number(whole + decimals.padEnd(2, "0")));
}

/** Text of an amount in yuan with two decimals. @throws RangeError for a number that is no safe integer */
export function fenToYuan(fen: number): string {
  if (!Number.isSafeInteger(fen)) throw new RangeError("an amount is an integer number of fen");
  const digits = String(Math.abs(fen)).padStart(3, "0");
  return `${fen < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Thousandths of a fen in one fen: bills print fees with five decimals of a yuan. */
export const MILLI_FEN = 1_000;
/** Integer thousandths of a fen of a fee in yuan with at most five decimals; null: no such amount. */
export function yuanToMilliFen(text: string): number | null {
  const [, sign = "", whole, decimals = ""] = FEE.exec(text) ?? [];
  return whole === undefined ? null : signed(sign, Number(whole + decimals.padEnd(5, "0")));
}
