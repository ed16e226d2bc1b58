import type { CouponState } from "#contract/benefit/benefit.ts";
import type { DeliveryCause, ListedBenefitState } from "#contract/console/benefits.ts";

/** Texts of the console's pages about benefits and coupons. */
export const benefitPageMessages = {
  title: "权益与券",
  list: "权益列表",
  empty: { title: "还没有权益", text: "在活动的权益步骤里添加后，会出现在这里" },
  noLimit: "不限",
  columns: {
    name: "权益",
    activity: "活动",
    value: "面值",
    stock: "库存",
    sent: "已发放",
    used: "已使用",
    from: "领取时间",
    state: "状态",
  },
  filters: { state: "状态", find: "按权益或活动名称查找" },
  states: {
    soon: "未开始",
    open: "领取中",
    soldOut: "已领完",
    over: "已结束",
  } satisfies Record<ListedBenefitState, string>,
  forMall: "商城可用",

  find: {
    title: "查找卡券",
    label: "券码",
    hint: "输入客户出示的完整券码，一次查找一张",
    find: "查找",
    none: "没有找到这张券，请核对券码",
  },
  coupon: {
    label: "卡券",
    codeEnd: (end: string) => `券码 **** **** ${end}`,
    value: "面值",
    condition: "使用条件",
    place: "使用范围",
    activity: "活动",
    holder: "持券人手机号",
    valid: "有效期",
    validText: (from: string, to: string) => `${from} 至 ${to}`,
    used: "核销时间",
    usedBy: "核销人",
    byOrder: "商城订单",
    held: "商城待付款订单正在占用这张券",
    endReported: "外部卡券系统已收到过期通知，不能延期",
    lapsed: {
      signUp: "持券人已取消报名，重新报名后恢复",
      verification: "持券人的车主认证已失效，恢复后可用",
    },
    redeem: "核销",
    undo: "撤销核销",
    extend: "延期",
  },
  couponStates: {
    usable: "可使用",
    soon: "即将到期",
    used: "已使用",
    expired: "已过期",
  } satisfies Record<CouponState, string>,
  undoDialog: {
    title: "撤销核销",
    text: "撤销后客户可以再次使用这张券",
  },
  extendDialog: {
    title: "延长有效期",
    text: (to: string) => `现在有效至 ${to}，只能延长，不能缩短`,
    day: "新的有效期至",
    dayHint: "当天 23:59 前有效，最多一年以内",
    confirm: "延长有效期",
  },
  done: {
    redeemed: "核销成功",
    undone: "已撤销核销",
    extended: "已延长有效期",
    retried: (count: number, left: number) =>
      left === 0 ? `已安排重发 ${count} 条` : `已安排重发 ${count} 条，${left} 条已有结果`,
  },

  deliveries: {
    title: "发放失败",
    list: "发放失败列表",
    empty: { title: "没有失败的发放", text: "向外部卡券系统发送失败、等待重试的记录会出现在这里" },
    note: "重发使用同一个幂等编号，不会重复发券",
    retry: "重发",
    columns: {
      name: "权益",
      coupon: "卡券编号",
      activity: "活动",
      event: "通知",
      cause: "原因",
      tries: "次数",
      age: "失败时长",
      failed: "首次失败",
      next: "下次重试",
    },
    events: { issued: "发券", expired: "过期" },
    causes: {
      status: "对方未接受",
      timeout: "对方超时",
      unreachable: "无法连接",
    } satisfies Record<DeliveryCause, string>,
    answered: (cause: string, status: number | null) =>
      status === null ? cause : `${cause}（HTTP ${status}）`,
    age: (minutes: number) => {
      if (minutes < 60) return `${minutes} 分钟`;
      if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} 小时`;
      return `${Math.floor(minutes / 1440)} 天`;
    },
  },
} as const;
