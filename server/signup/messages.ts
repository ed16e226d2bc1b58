import { seatsFullRemark } from "#contract/signup/signup.ts";

export const signUpMessages = {
  unknownActivity: "活动不存在或已下线",
  full: seatsFullRemark,
  sessionFull: "该场次名额已满，请选择其他场次",
  smsCodeLocked: "尝试次数过多，请重新获取验证码",
  smsCodeWrong: "验证码不正确",
  smsCodeMissing: "请填写短信验证码",
  series: "请选择意向车系",
  dealer: "请选择门店",
  session: "请选择场次",
  sessionBegun: "该场次已开始，请选择其他场次",
  noSuchQuestion: "没有这个问题",
  pictureExpired: "照片已失效，请重新选择",
  waitlist: { over: "候补席位的保留时间已过，已转给下一位" },
  own: {
    begun: "活动已开始或已签到，不能再取消或改期",
    nothing: "没有可以改期的报名",
  },
} as const;
