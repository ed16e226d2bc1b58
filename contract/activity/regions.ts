import type { sponsorLevels2 } from "./sponsors.ts";

export type RegionCode = keyof typeof sponsorLevels2;

/** Provinces of each of the maker's regions, by the first two digits of their codes (requirement K05). */
const provincesOfRegion: Readonly<Record<RegionCode, readonly string[]>> = {
  VWSA300000: ["11", "12", "13", "14", "15"],
  VWSA400000: ["31", "32", "33", "34", "37"],
  VWSA500000: ["35", "44", "45", "46", "71", "81", "82"],
  VWSA600000: ["41", "42"],
  VWSA900000: ["61", "62", "63", "64", "65"],
  VWSA100000: ["21", "22", "23"],
  VWSA110000: ["50", "51", "52", "53", "54"],
  VWSA130000: ["36", "43"],
};

/** Provinces of a region, as the first two digits of their codes. */
export const provincesOf = (region: RegionCode): readonly string[] => provincesOfRegion[region];

/** Region of a province's or city's code; null for an unknown code. */
export function regionOfCode(code: string): RegionCode | null {
  const found = Object.entries(provincesOfRegion).find(([, provinces]) =>
    provinces.includes(code.slice(0, 2)),
  );
  return found ? (found[0] as RegionCode) : null;
}
