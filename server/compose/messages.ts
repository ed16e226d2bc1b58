/** Messages of the compose feature. */
export const composeMessages = {
  linkOver: "编辑链接已失效，请向管理员要新的链接",
  savedMeanwhile: "有人在你之后保存过这个页面，请先载入最新版本；你写的内容还在",
  questionsMeanwhile: "有人在你之后改过报名问题，请先载入最新的",
  plannedMeanwhile: "页面或定时刚刚有人改过；你写的内容还在，请看过再定一次",
  planGone: "这次定时已经更新、取消或换过了",
  timeOver: "请选一个还没到的时间",
  timeTooFar: "最远可以定到 90 天后",
  noPicturesInLeads: "预约表单不收照片，请换一种题型",
  noPage: "没有这个线上活动，或不在您的管理范围内",
  unknownVersion: "没有这个版本",
} as const;
