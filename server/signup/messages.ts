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
  /** Texts of the console, about a guest. */
  guest: {
    gone: "没有这条报名，或您没有查看它的权限",
    isCancelled: "报名已取消",
    isWaiting: "还在候补，没有席位",
    isCheckedIn: "已经到场",
    hasCome: "已经到场，不能再改场次或取消",
    isCalledOff: "活动已取消",
    hasBegun: "活动已开始，不能再改场次或取消",
    otherActivity: "所选场次不属于这个活动",
    sameSession: "已在该场次",
    movedSince: "之后又改过场次，已保留",
    isThere: "该客户已经报过名",
    isInQueue: "该客户正在候补",
    tooManyNotes: "这位客户的备注太多，不能再添加",
    noNumber: "请输入完整手机号、票码或报名号",
    noActivity: "活动不存在、未上线或已取消",
  },
} as const;
