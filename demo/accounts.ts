import type { PersonField } from "../server/flow/index.ts";
import type { SeriesCode } from "./concepts/concept.ts";

/** A demo account for trying the product. */
export type DemoAccount = {
  mobile: string;
  password: string;
  nickname: string;
  owner: boolean;
  /** Level of the member; absent: no member. */
  vipLevel?: string;
  /** Series of their cars. */
  seriesCodes: readonly SeriesCode[];
};

/** Numbers and password are public: the README of the demo lists them. */
const password = "Qinglan-2026";

export const demoAccounts: readonly DemoAccount[] = [
  {
    mobile: "13800005678",
    password,
    nickname: "林晓岚",
    owner: true,
    vipLevel: "悦享",
    seriesCodes: ["yuanshan"],
  },
  { mobile: "13900001234", password, nickname: "陈屿", owner: false, seriesCodes: [] },
  { mobile: "13600002468", password, nickname: "阿澈的副驾", owner: true, seriesCodes: ["xiaocheng"] },
];

/** Operator data about them: beta invitations and driving scores. */
export const demoAccountFields: readonly PersonField[] = [
  { mobile: "13800005678", field: "otaInvitation", value: "4.2" },
  { mobile: "13800005678", field: "drivingScore", value: "92" },
  { mobile: "13600002468", field: "drivingScore", value: "71" },
];
