/** Messages of the owner application. */
export const ownerMessages = {
  picture: "照片已失效，请重新上传",
  series: "请选择车系",
  ownCar: "这辆车已经认证过了",
  takenCar: "该车辆已被其他账号认证，如有疑问请联系客服",
  underReview: "上一份申请还在审核中，请等结果出来",
  tooMany: "今天提交的次数已达上限，请明天再试",
  noReviewer: "车主认证暂未开放",
  console: {
    colleague: "同事",
    gone: "申请不存在，或用户已注销",
    number: "请输入完整的手机号或 17 位车架号",
    decided: "该申请已有结果，请刷新后查看",
    taken: "该车辆已由其他账号认证，不能通过",
    nobodyAsked: "没有配置厂商审核系统",
    notWaiting: "申请已有结果，或正在询问审核系统",
    notByHand: "未开启人工审核",
  },
  declined: "未能核实，请核对后重新提交",
} as const;
