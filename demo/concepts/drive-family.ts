import type { Concept } from "./concept.ts";
import { conceptQuestions } from "./questions.ts";

/** First looks and test drives for a household (business type 1). */
export const familyDrives: readonly Concept[] = [
  {
    key: "charging",
    businessType: 1,
    venueKinds: ["中心", "空间"],
    cover: "charging",
    picture: ["city-drive", "充电后返回市区的路"],
    series: ["xiaocheng", "xingyun"],
    titles: [
      "一杯咖啡的时间 · {place}超充体验",
      "{place}超充开放日：从 10% 充到 80%",
      "没有家充怎么办 · {place}充电体验课",
    ],
    subtitles: ["带着电量焦虑来，我们现场充给你看", "充电、找桩、算账，一次问清"],
    openings: [
      "还没买电车的人，大多卡在充电这件事上。这个周末我们把{dealer}的超充站开放出来，从 10% 充到 80%，计时器就放在桌上。",
      "不讲参数，只充一次给你看。到{dealer}，喝杯咖啡，看表。",
    ],
    text: `
# 现场做三件事
- 充一次：两台车同时插枪，看功率曲线怎么走、热不热
- 找一次：用车机导航去最近的三个公共站，看排队预测准不准
- 问一次：装桩师傅坐在现场，自带小区照片可以当场判断
!
# 你会带走一张纸
上面有你家附近 3 公里的充电站、装桩要走的流程，以及按你的里程算出的电费。
# 关于天气
气温会影响充电速度，当天的温度和用时都会如实写在白板上。`,
    tags: ["超充", "装桩咨询", "新手友好"],
    fee: "免费",
    questions: [conceptQuestions.charging, conceptQuestions.commute, conceptQuestions.ask],
    agenda: `
10:00 签到 · 选一杯咖啡 | 以上午场为例
10:15 双车快充计时 | 10% 到 80%
10:45 找桩试驾 | 两人一车，约 8 公里
11:20 装桩答疑 | 带上车位照片`,
    benefits: `
咖啡一杯 | 充完电之前喝完
充电体验卡 | 全国合作站 100 度，30 天内有效
装桩勘测 | 免费上门一次`,
    rules: `
试驾环节需持有效驾照，只听讲不限
每席可带一位家人
充电体验卡每个手机号限领一次`,
    share: "带着电量焦虑来，充一次给你看",
    asksSeries: true,
    pageType: "signup",
    hours: ["10:00-11:40", "14:00-15:40"],
    days: 2,
    seats: [20, 15],
  },
  {
    key: "family-drive",
    businessType: 1,
    venueKinds: ["中心", "空间"],
    cover: "shore",
    picture: ["showroom", "展厅里的家庭体验区"],
    series: ["zhiwei", "yuanshan"],
    titles: [
      "第三排谁来坐 · {place}知微家庭试驾日",
      "全家一起试车 · {place}知微体验",
      "{place}家庭试驾：两个安全座椅怎么装",
    ],
    subtitles: ["带上孩子和行李，照出远门的样子来", "六个座位，每个都要有人坐过"],
    openings: [
      "买家用车，说了算的常常不是开车的人。请把全家带到{dealer}，六个座位，每一个都坐一遍。",
      "别空着手来。婴儿车、安全座椅、老人的靠垫，照平时出远门的样子装上，我们在{dealer}帮你一起塞。",
    ],
    text: `
# 给每个人的任务
- 孩子：自己爬上第三排，再自己下来
- 老人：坐第二排过五个减速带，说说腰怎么样
- 开车的人：满载起步、满载刹车、满载倒库
- 不开车的人：在后排把一集动画片看完，看晕不晕
!
# 安全座椅
现场有专人检查安装。自带座椅也可以，装错的比例比想象中高。
# 时间
每组九十分钟，不催。孩子困了可以改期。`,
    tags: ["家庭", "六座", "安全座椅检查"],
    fee: "免费",
    questions: [conceptQuestions.company, conceptQuestions.children, conceptQuestions.purchase],
    agenda: `
09:30 到店 · 装座椅 | 以第一场为例
09:50 全家试驾 | 约 12 公里，含减速带和坡道
10:30 满载装箱 | 自带行李或用我们的道具箱
10:50 儿童区与交流`,
    benefits: `
安全座椅检查 | 自带座椅也可以检查
全家合影 | 当场打印两张
儿童礼 | 知微拼装车模一份`,
    rules: `
驾驶人需持 C2 及以上驾照满一年
12 岁以下儿童须使用安全座椅或增高垫
每个家庭限报一场，按车辆预约，请准时`,
    share: "六个座位，每个都要有人坐过",
    asksSeries: true,
    pageType: "signup",
    hours: ["09:30-11:00", "13:30-15:00", "15:30-17:00"],
    days: 2,
    seats: [4, 5, 6],
  },
  {
    key: "debut",
    businessType: 1,
    isMultiDealer: true,
    venueKinds: ["空间", "中心"],
    cover: "showroom",
    picture: ["badlands", "望野的路试照片"],
    series: ["wangye", "zhiwei"],
    titles: [
      "望野、知微{city}首秀 · {place}静态品鉴",
      "新车到{city}了 · {place}首周品鉴",
      "先坐进去看看 · {place}新车品鉴会",
    ],
    subtitles: ["不限时坐车，产品经理在场", "两台新车，三种颜色，随便开关门"],
    openings: [
      "望野和知微到{city}了。首周放在{dealer}，没有隔离带，没有倒计时，请坐进去，坐到想下来为止。",
      "发布会看过了，参数也背过了，还差伸手摸一下。两台新车在{dealer}，门把手随便拉。",
    ],
    text: `
# 现场有什么
- 望野、知微各两台，三种外观色，可以并排看
- 两场产品讲解，讲师是参与开发的产品经理
- 色板和面料墙，可以带走小样
!
# 预约的好处
预约者按时段入场，每车同时不超过三组客人。未预约也可以来，只是可能要等。
# 关于价格
首周不谈成交价。留下联系方式，礼遇公布当天由门店电话告诉你。`,
    tags: ["新车首秀", "静态品鉴", "产品经理在场"],
    fee: "免费",
    questions: [conceptQuestions.purchase, conceptQuestions.budget],
    agenda: `
10:00 入场 | 凭报名凭证，无需排队
10:30 产品讲解 | 望野的三把锁、知微的第三排
11:00 自由体验 | 可以拍照，可以躺平
11:30 配色与选装咨询`,
    benefits: `
优先权 | 首批试驾车到店后优先排期
色板小样 | 三种外观色、两种面料
预约礼 | 青岚帆布袋一只`,
    rules: `
请按预约时段到场，迟到超过 30 分钟名额释放
展车请勿饮食，12 岁以下儿童须有成人陪同
礼遇以门店公示为准`,
    share: "没有隔离带，请坐进去看看",
    asksSeries: true,
    pageType: "localOfflineLead",
    hours: ["10:00-12:00", "14:00-16:00", "18:30-20:30"],
    days: 2,
    seats: [12, 16],
  },
];
