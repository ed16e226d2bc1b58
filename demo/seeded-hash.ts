/** Deterministic pseudo-random number for a text: 0 … 2^32 − 1 (FNV-1a). */
export function seededHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // FNV alone maps similar texts to similar numbers.
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** At least 0, below 1. */
export const seededFraction = (text: string): number => seededHash(text) / 2 ** 32;

/** Selects an item of a non-empty list. */
export function seededPick<T>(list: readonly T[], text: string): T {
  const [first] = list;
  if (first === undefined) throw new Error(`nothing to pick for ${text}`);
  return list[seededHash(text) % list.length] ?? first;
}
