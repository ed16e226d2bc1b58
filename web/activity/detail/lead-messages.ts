/** Texts of activities that take leads, apart from those of every page. */
export const leadActivityMessages = {
  title: "留下联系方式",
  apply: "立即登记",
  soon: "登记未开始",
  ended: "登记已结束",
  /** The person has left a lead; the button leads to it. */
  stored: "已预约，查看",
  untilOpen: "距登记开始",
  untilClose: "距登记截止",
  way: "参与方式",
  byLead: "在线登记",
  called: "门店会与你联系",
  rules: "登记须知",
} as const;
