/** Column heads and cell texts of exported lists. */
export const exportMessages = {
  signups: ["编号", "姓名", "手机号", "车系", "门店", "场次开始", "报名时间", "来源", "签到时间", "签到人"],
  leads: [
    "编号",
    "姓名",
    "手机号",
    "城市",
    "车系",
    "门店",
    "预约时间",
    "更新时间",
    "来源",
    "跟进",
    "跟进时间",
    "跟进人",
  ],
  /** Result of a call to the person. */
  contacts: { reached: "已联系", missed: "未接通", declined: "无意向" },
  /** Answers to questions that were removed later. */
  rest: "其他回答",
} as const;
