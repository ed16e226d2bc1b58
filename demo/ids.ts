/** First numbers of each kind, far enough apart. */
const first = {
  dealer: 1_001,
  banner: 2_001,
  activity: 100_001,
  online: 150_001,
  session: 300_001,
  benefit: 400_001,
  clubMember: 500_001,
  clubGroup: 510_001,
  clubArticle: 600_001,
  clubComment: 700_001,
} as const;

/**
 * The demo's ids: 19 digits, the same at every first start, and below every id that the
 * server makes. @param place 0, 1, 2 … within its kind
 */
export const demoId = (kind: keyof typeof first, place: number): string =>
  `1000000000000${String(first[kind] + place).padStart(6, "0")}`;
