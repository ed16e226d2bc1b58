import type { NewFreight } from "../../server/mall/index.ts";
import { demoId } from "../ids.ts";

export const freightIds = { parcel: demoId("freight", 0), bulky: demoId("freight", 1) } as const;

const near = { provinces: [], freeFromFen: 29_900, isBlocked: false, days: "2–4" } as const;
const far = { provinces: ["540000", "650000"], freeFromFen: null, isBlocked: false, days: "5–9" } as const;
/** Regions without delivery. */
const outside = {
  provinces: ["710000", "810000", "820000"],
  firstG: 0,
  firstFen: 0,
  nextG: 0,
  nextFen: 0,
  freeFromFen: null,
  isBlocked: true,
  days: "",
} as const;

/** Parcels: ¥12, free from ¥299, Tibet and Xinjiang dearer. Bulky goods: free too, dearer in the far west. */
export const demoFreights: readonly NewFreight[] = [
  {
    freightId: freightIds.parcel,
    name: "普通快递",
    rules: [
      outside,
      { ...far, firstG: 1_000, firstFen: 2_500, nextG: 1_000, nextFen: 1_200 },
      { ...near, firstG: 5_000, firstFen: 1_200, nextG: 1_000, nextFen: 200 },
    ],
  },
  {
    freightId: freightIds.bulky,
    name: "大件物流",
    rules: [
      outside,
      { ...far, firstG: 5_000, firstFen: 12_000, nextG: 5_000, nextFen: 4_000, days: "7–12" },
      { ...near, firstG: 10_000, firstFen: 3_000, nextG: 5_000, nextFen: 800, days: "3–6" },
    ],
  },
];
