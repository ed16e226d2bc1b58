/** First numbers of each kind, far enough apart. */
const firstNumbers = {
  guest: 30_001,
  dealer: 1_001,
  banner: 2_001,
  activity: 100_001,
  online: 150_001,
  category: 210_001,
  freight: 215_001,
  product: 220_001,
  sku: 230_001,
  pricePlan: 240_001,
  rush: 245_001,
  session: 300_001,
  benefit: 400_001,
  clubMember: 500_001,
  clubGroup: 510_001,
  clubArticle: 600_001,
  clubComment: 700_001,
  clubReport: 750_001,
  signUp: 820_001,
  lead: 900_001,
  ownerApplication: 945_001,
  contestEntry: 950_001,
  contestChoice: 970_001,
  order: 980_001,
  orderLine: 981_001,
} as const;

/**
 * Ids of the demo: 19 digits, the same at every first start, and below all ids that the server generates.
 * @param place index within its kind
 */
export const demoId = (kind: keyof typeof firstNumbers, place: number): string =>
  `1000000000000${String(firstNumbers[kind] + place).padStart(6, "0")}`;
