import type { Concept } from "./concept.ts";
import { conceptQuestions } from "./questions.ts";

/** Used cars (business type 4). */
export const usedCars: readonly Concept[] = [
  {
    key: "used-week",
    businessType: 4,
    venueKinds: ["优选", "中心"],
    cover: "used-car",
    picture: ["workshop", "整备中的认证车"],
    series: ["yuanshan", "xingyun", "xiaocheng"],
    titles: [
      "{city}官方认证二手车品鉴周",
      "{place}认证二手车品鉴周 · 电池报告可当场复测",
      "{place}品鉴周：二十台认证车，先看电池",
    ],
    subtitles: ["每台车都有一份电池报告", "128 项检测，车况挂在车门上"],
    openings: [
      "二手电车，看的是电池。{dealer}摆出 20 台认证车，每台车门上都挂着电池健康度和 128 项检测结果，可以当场复测。",
      "不看话术，看报告。{dealer}的认证车按里程排开，充电记录、维修记录、出险记录都能翻。",
    ],
    text: `
# 官方认证意味着
- 128 项检测，电池健康度不低于 85%
- 无重大事故、无泡水、无火烧，写进合同
- 三电质保从过户日起再加两年
!
# 可以怎么看
平日到店就能看，周末的时段需要预约。自己看、带师傅看、借我们的漆膜仪和诊断仪看，都行。看中了先试驾，路线由你定。
# 价格
一口价写在挡风玻璃上。三天内觉得不合适，里程不超过 300 公里，可以退。`,
    tags: ["官方认证", "电池报告", "可退换"],
    fee: "免费",
    questions: [conceptQuestions.budget, conceptQuestions.purchase],
    agenda: `
10:00 到店看车 | 以第一场为例
10:30 当场复测 | 电池、漆膜、底盘
11:00 试驾 | 路线由你定
11:30 查记录与谈价`,
    benefits: `
三电质保 | 过户日起再加两年
过户代办 | 品鉴周内免服务费
充电卡 | 成交车辆送 300 度`,
    rules: `
试驾需持有效驾照，每车每场一组客人
三天可退以车况与交车时一致为前提
车源实时变化，以到店所见为准`,
    share: "每台车都有一份电池报告",
    asksSeries: true,
    pageType: "signup",
    hours: ["10:00-12:00", "14:00-16:00"],
    days: 4,
    seats: [12, 15],
  },
  {
    key: "appraisal",
    businessType: 4,
    venueKinds: ["优选", "中心"],
    cover: "used-car",
    picture: ["workshop", "评估工位"],
    series: ["xingyun", "yuanshan", "xiaocheng", "zhiwei"],
    titles: [
      "旧车免费估价日 · {place}",
      "{place}估价日：半小时，给你一个准数",
      "你的车现在值多少 · {place}免费评估",
    ],
    subtitles: ["半小时出价，价格七天有效", "不换车也能来问"],
    openings: [
      "车值多少钱，不用猜。开到{dealer}，半小时后拿到一张写着数字的纸，七天内有效。",
      "{dealer}的评估师按公开标准打分，每扣一分都指给你看。不换车，只想心里有数，也欢迎。",
    ],
    text: `
# 半小时里做什么
- 外观与漆膜：十二个测点
- 底盘与骨架：举升看焊点
- 三电或动力：读故障码、看健康度
- 记录：保养、出险、过户次数
!
# 这个价格怎么用
可以拿去比价；可以抵新车款；也可以什么都不做。价格七天有效，期间车况不变就不变。
# 带什么
行驶证、登记证、两把钥匙。少一样也能估，只是不够准。`,
    tags: ["免费估价", "七天有效", "不限品牌"],
    fee: "免费",
    questions: [conceptQuestions.currentCar, conceptQuestions.carAge, conceptQuestions.mileage],
    agenda: `
09:30 到店交车 | 以第一场为例
09:40 检测评估 | 可全程跟看
10:10 出价与讲解
10:30 取车`,
    benefits: `
评估单 | 含扣分明细与照片
置换补贴 | 估价后 30 天内换购，至高 ¥12,000
洗车一次 | 评估完顺手洗好`,
    rules: `
须为车主本人或持授权书到店
每车每月限评一次
置换补贴按车系与上牌时间分档，以门店公示为准`,
    share: "半小时，给你一个准数",
    asksSeries: false,
    pageType: "signup",
    hours: ["09:30-10:30", "11:00-12:00", "14:00-15:00", "15:30-16:30"],
    days: 2,
    seats: [5, 6],
  },
  {
    key: "used-class",
    businessType: 4,
    venueKinds: ["优选", "中心"],
    cover: "workshop",
    picture: ["used-car", "课上用到的三台车"],
    series: ["xingyun", "xiaocheng"],
    titles: [
      "二手车怎么挑 · {place}选车课",
      "泡水车长什么样 · {place}选车课",
      "{place}选车课：三台车，找出有问题的那台",
    ],
    subtitles: ["评估师教你看，不卖车", "现场有一台真的事故车"],
    openings: [
      "{dealer}借来三台车，其中一台出过大事故，一台调过表，一台干净。九十分钟后，你应该能分出来。",
      "这一课不卖车。{dealer}的评估师会把行内人看车的顺序，原样讲给你听。",
    ],
    text: `
# 九十分钟
- 看缝：门缝、灯缝、胶条，哪里动过
- 看底：水痕、锈点、泥沙，藏在哪儿
- 看电：电池健康度怎么读，哪些数字会骗人
- 看纸：出险记录、充电记录、过户次数
!
# 考一次试
三台车，每组十分钟，找出有问题的那台。答对的小组，每人领一支漆膜笔。`,
    tags: ["选车课", "避坑", "不卖车"],
    fee: "免费",
    questions: [conceptQuestions.budget, conceptQuestions.ask],
    agenda: `
14:00 签到 · 分组
14:10 评估师讲四看
14:50 三车实战 | 每组十分钟
15:20 公布答案与答疑`,
    benefits: `
看车清单 | 四十条，印成一张卡片
漆膜笔 | 答对小组每人一支
代看一次 | 半年内免费远程看车报告一份`,
    rules: `
不限品牌，不限车主
每人限报一席，可带一位同伴
请勿拍摄车牌和车架号`,
    share: "三台车，找出有问题的那台",
    asksSeries: false,
    pageType: "signup",
    hours: ["14:00-15:40"],
    days: 1,
    seats: [24, 30],
  },
  {
    key: "swap-day",
    businessType: 4,
    venueKinds: ["中心", "优选"],
    cover: "used-car",
    picture: ["showroom", "等待交付的新车"],
    series: ["yuanshan", "xingyun", "zhiwei", "xiaocheng"],
    titles: [
      "{place}以旧换新专场 · 至高补 1.2 万",
      "开着旧车来，开着新车走 · {place}换购日",
      "{place}换购专场：估价、试驾、算差价一次办完",
    ],
    subtitles: ["一个上午办完四件事", "补贴分三档，贴在门口"],
    openings: [
      "估价、试驾、算差价、办手续，平时要跑四趟。{dealer}的换购专场，把四个窗口摆在一个屋子里。",
      "旧车开进来的时候，新车已经充好电等着了。{dealer}，一个上午。",
    ],
    text: `
# 四个窗口
- 估价：半小时出数，不满意可以复评
- 试驾：按你想换的车系提前备好车
- 差价：补贴、保险、贷款逐项列在一张纸上
- 手续：旧车注销或过户，当天收件
!
# 补贴三档
¥6,000、¥9,000、¥12,000，按旧车上牌时间和新车车系定档，门口的牌子上写得很清楚。
# 不限品牌
任何品牌的燃油车和电车都可以来，能开进来就行，开不动的我们去拖。`,
    tags: ["以旧换新", "一站办理", "不限品牌"],
    fee: "免费",
    questions: [conceptQuestions.currentCar, conceptQuestions.carAge, conceptQuestions.purchase],
    agenda: `
09:30 交旧车 · 领号 | 以上午场为例
10:00 试驾新车
10:40 出估价与差价单
11:10 办手续或带走方案`,
    benefits: `
换购补贴 | 至高 ¥12,000，分三档
旧车拖运 | 市区内免费
保留车牌 | 代办原号牌保留`,
    rules: `
旧车须为本人或直系亲属名下
补贴以交车时有效政策为准，与其他置换政策不叠加
手续当天收件，办结时间以车管所为准`,
    share: "一个上午办完四件事",
    asksSeries: true,
    pageType: "localOfflineLead",
    hours: ["09:30-11:40", "13:30-15:40"],
    days: 2,
    seats: [10, 12],
  },
];
