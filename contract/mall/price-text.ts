/** Amount of fen as people read it, without a currency sign: "168", "238.50". @param fen a whole number */
export const priceText = (fen: number): string => {
  const yuan = Math.floor(fen / 100);
  const rest = fen % 100;
  return rest === 0 ? String(yuan) : `${yuan}.${String(rest).padStart(2, "0")}`;
};
