import type { Concept } from "./concept.ts";
import { conceptQuestions } from "./questions.ts";

/** Visits to the service centre (business type 2). */
export const careVisits: readonly Concept[] = [
  {
    key: "check-28",
    businessType: 2,
    isMultiDealer: true,
    venueKinds: ["服务", "中心"],
    cover: "workshop",
    picture: ["city-drive", "检测完毕的车辆"],
    series: ["yuanshan", "xingyun", "zhuguang", "xiaocheng", "wangye", "zhiwei"],
    titles: ["28 项免费检测 · {place}", "{place}关怀日：四十分钟，28 项检测", "给爱车做一次体检 · {place}"],
    subtitles: ["四十分钟出报告，不推销", "检测归检测，修不修你定"],
    openings: [
      "四十分钟，28 项，一份看得懂的报告。{dealer}连开两个周末，每天四个时段，按约到店，不用排队。",
      "很多小毛病，发现得早只是拧紧一颗螺丝。这个周末，把车开到{dealer}看一眼。",
    ],
    text: `
# 28 项分成四组
- 三电：电池健康度、绝缘、冷却液、充电口等 7 项
- 底盘：轮胎、刹车、悬架、球头等 9 项
- 车身：雨刮、灯光、密封条、漆面等 7 项
- 座舱：空调、安全带、滤芯等 5 项
!
# 报告怎么看
绿色放心开，黄色三个月内再看，红色建议现在处理。每一项都附照片。
# 我们的承诺
检测免费，修不修由你定。当天不做决定也没关系，报告 30 天内有效。`,
    tags: ["免费检测", "28 项", "附照片报告"],
    fee: "免费",
    questions: [conceptQuestions.ownSeries, conceptQuestions.mileage, conceptQuestions.trouble],
    agenda: `
09:00 到店交车 | 以第一时段为例
09:10 上举升机 | 可在休息区看直播画面
09:40 讲解报告 | 技师一对一
09:50 取车`,
    benefits: `
检测报告 | 28 项，逐项附照片
玻璃水 | 免费加满
工时券 | ¥80，30 天内处理报告所列项目可用`,
    rules: `
限青岚车主，每车每季度一次
请按预约时段到店，可在 App 改期一次
检测不含拆解，隐蔽部件以维修诊断为准`,
    share: "四十分钟，28 项，一份看得懂的报告",
    asksSeries: false,
    pageType: "signup",
    hours: ["09:00-09:50", "10:30-11:20", "13:30-14:20", "15:30-16:20"],
    days: 4,
    seats: [4],
  },
  {
    key: "before-trip",
    businessType: 2,
    venueKinds: ["服务", "中心"],
    cover: "mountain-dawn",
    picture: ["workshop", "出行前的底盘检查"],
    series: ["yuanshan", "wangye", "zhiwei", "xingyun"],
    titles: [
      "出远门前，先来{place}看看车",
      "{place}长途行前检查 · 附路线充电规划",
      "去远方之前 · {place}行前检查",
    ],
    subtitles: ["检查四十分钟，再帮你排好充电站", "把行程单带来，我们一起看"],
    openings: [
      "准备跑一趟长途的话，先把车和行程单带到{dealer}。车归技师看，路归我们一起排。",
      "长途路上的意外，多半在出发前能看出来。{dealer}开放行前检查，顺手帮你把沿途的充电站标好。",
    ],
    text: `
# 检查什么
- 轮胎花纹、胎压与胎侧，备胎或补胎液
- 刹车片余量、制动液含水量
- 电池健康度与快充接口
- 灯光、雨刮、三角牌和反光衣
!
# 排一条充电路线
告诉顾问去哪儿、几个人、带多少行李。会给你一份打印的充电计划，每站之间不超过 200 公里，节假日备两个选择。
# 路上找我们
检查过的车辆，30 天内享免费远程诊断和 100 公里道路救援。`,
    tags: ["行前检查", "充电规划", "道路救援"],
    fee: "免费",
    questions: [conceptQuestions.ownSeries, conceptQuestions.mileage, conceptQuestions.company],
    agenda: `
09:00 到店交车 | 以第一时段为例
09:10 行前检查 | 轮胎、制动、三电
09:40 排充电路线 | 带上行程单
10:00 取车出发`,
    benefits: `
充电计划 | 一份打印，一份发到车机
道路救援 | 30 天内 100 公里免费
应急包 | 补胎液半价，当日有效`,
    rules: `
限青岚车主，每车限约一个时段
更换配件另行收费，先报价后施工
充电站状态以当天实际为准`,
    share: "车归技师看，路归我们一起排",
    asksSeries: false,
    pageType: "signup",
    hours: ["09:00-10:00", "10:30-11:30", "14:00-15:00"],
    days: 2,
    seats: [5, 6, 8],
  },
  {
    key: "paint-care",
    businessType: 2,
    venueKinds: ["服务", "中心"],
    cover: "used-car",
    picture: ["workshop", "养护工位"],
    series: ["yuanshan", "xingyun", "zhuguang", "xiaocheng"],
    titles: [
      "{place}漆面与内饰养护体验",
      "洗干净只是开始 · {place}漆面养护课",
      "{place}周末洗车局：学一次正确的洗车",
    ],
    subtitles: ["两桶水洗车法，学会不再留划痕", "皮革、织物、屏幕，各有各的擦法"],
    openings: [
      "大部分划痕是洗出来的。{dealer}请来漆面师傅，用你自己的车，教一遍两桶水洗车法。",
      "鸟粪、树胶、咖啡渍，处理错了比不处理更糟。带上你的车来{dealer}，师傅手把手教。",
    ],
    text: `
# 你会学到
- 两桶水、三条毛巾，从上往下的顺序
- 树胶和铁粉怎么去，什么时候该停手
- 皮革、麂皮、织物、屏幕，分别用什么
- 打蜡、封体、贴膜，哪一种适合你的停车环境
!
# 用自己的车练手
每组三台车，师傅先做半边，你做另外半边。洗完并排看。
# 带走一份清单
常用清洁剂的成分和禁忌，印在一张防水卡上。`,
    tags: ["漆面", "内饰", "动手课"],
    fee: "¥38",
    questions: [conceptQuestions.ownSeries, conceptQuestions.trouble],
    agenda: `
13:30 签到 · 验漆面 | 以第一场为例
13:45 示范半边 | 师傅讲步骤
14:15 动手半边 | 三台车一组
15:00 内饰与收尾`,
    benefits: `
费用含 | 洗车工具一套，结束后带走
漆面检测 | 测厚仪逐面测量
养护券 | 内饰深度清洁 ¥100`,
    rules: `
请尽量提前不洗车，带着灰来
费用到店支付，开场前 2 小时可免费取消
雨天照常，移到室内工位`,
    share: "大部分划痕是洗出来的",
    asksSeries: false,
    pageType: "signup",
    hours: ["13:30-15:15", "15:45-17:30"],
    days: 1,
    seats: [6, 9],
  },
];
