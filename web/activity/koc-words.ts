/** Texts of the way to an activity's KOC programme. */
export const words = {
  apply: "立即加入",
  look: "查看进展",
  invite: "邀请好友",
  missing: (count: number) => `还差 ${count} 位好友`,
  left: (count: string) => (count === "0" ? "名额已满" : `还有 ${count} 个名额`),
  states: { 1: "申请审核中", 2: "你已入选", 3: "这次没有入选" },
} as const;
