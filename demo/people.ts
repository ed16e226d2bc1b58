/** An account for trying the product. */
export type NewPerson = { mobile: string; password: string; nickname: string; owner: boolean };

/** Numbers and password are no secret: they stand in the README of a demo. */
const password = "Qinglan-2026";

export const demoPeople: readonly NewPerson[] = [
  { mobile: "13800005678", password, nickname: "林晓岚", owner: true },
  { mobile: "13900001234", password, nickname: "陈屿", owner: false },
  { mobile: "13600002468", password, nickname: "阿澈的副驾", owner: true },
];
