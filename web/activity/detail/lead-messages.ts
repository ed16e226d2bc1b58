/** Texts of activities that take leads, apart from those of every page. */
export const leadActivityMessages = {
  title: "留下联系方式",
  apply: "立即预约",
  soon: "预约未开始",
  ended: "预约已结束",
  /** The person has left a lead; the button leads to it. */
  stored: "已预约，查看",
  untilOpen: "距预约开始",
  untilClose: "距预约截止",
  way: "参与方式",
  byLead: "在线预约",
  called: "门店会与你联系",
  rules: "预约须知",
} as const;
