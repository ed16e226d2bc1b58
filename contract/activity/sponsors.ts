/** Codes of headquarters as sponsors. */
export const sponsorLevels1 = ["107001", "107002"] as const;
/** Regions of headquarters; the prefix is shared (trap 14). */
export const sponsorLevels2 = {
  VWSA300000: "华北",
  VWSA400000: "华东",
  VWSA500000: "华南",
  VWSA600000: "华中",
  VWSA900000: "西北",
  VWSA100000: "北区",
  VWSA110000: "西南",
  VWSA130000: "中南",
} as const;
