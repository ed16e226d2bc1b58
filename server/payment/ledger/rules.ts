/**
 * Accounts of the ledger. channel: money at the payment channels; order: owed to open orders; revenue: earned by done
 * orders; suspense: paid twice or too late; fee: fees of the channels; offline: paid back outside the channels.
 */
type LedgerAccount = "channel" | "order" | "revenue" | "suspense" | "fee" | "offline";
/** Fen that a transaction adds to an account; negative: takes from it. */
export type LedgerEntry = { readonly account: LedgerAccount; readonly fen: number };

/**
 * Entries by account, without those of 0.
 * @throws Error if they do not sum to zero, or one is not a safe integer (requirement MA90)
 */
export function balancedEntries(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const sums = new Map<LedgerAccount, number>();
  for (const { account, fen } of entries) sums.set(account, (sums.get(account) ?? 0) + fen);
  const balanced = [...sums].map(([account, fen]) => ({ account, fen }));
  const total = balanced.reduce((sum, { fen }) => sum + fen, 0);
  if (total !== 0 || balanced.some(({ fen }) => !Number.isSafeInteger(fen)))
    throw new Error(`ledger entries sum to ${total} fen`);
  return balanced.filter(({ fen }) => fen !== 0);
}

/** Entries of a payment: owed to its order, or, as a surplus, to be paid back. */
export const paidEntries = (fen: number, isSurplus: boolean): LedgerEntry[] => [
  { account: "channel", fen },
  { account: isSurplus ? "suspense" : "order", fen: -fen },
];

/**
 * Entries of a refund that succeeded. It is taken from what is owed to the open order, and what the order has earned
 * already from `revenue`; a surplus from `suspense`.
 * @param openFen what is still owed to the order
 */
export function refundEntries({
  fen,
  isSurplus,
  isOffline,
  openFen,
}: {
  readonly fen: number;
  readonly isSurplus: boolean;
  /** Paid back outside the channel. */
  readonly isOffline: boolean;
  readonly openFen: number;
}): LedgerEntry[] {
  const out: LedgerEntry = { account: isOffline ? "offline" : "channel", fen: -fen };
  if (isSurplus) return [out, { account: "suspense", fen }];
  const ofOrder = Math.min(fen, Math.max(0, openFen));
  return [out, { account: "order", fen: ofOrder }, { account: "revenue", fen: fen - ofOrder }];
}
