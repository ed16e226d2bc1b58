import type { Concept } from "./concept.ts";
import { conceptQuestions } from "./questions.ts";

/** Owners' events in town and by day (business type 3). */
export const townEvents: readonly Concept[] = [
  {
    key: "coffee",
    businessType: 3,
    venueKinds: ["street", "shore"],
    cover: "owner-meet",
    picture: ["city-drive", "聚会前的街道"],
    series: ["xingyun", "xiaocheng", "zhuguang"],
    titles: [
      "{place}咖啡局 · 车主{season}聚会",
      "周末早上，{place}喝一杯 · 车主小聚",
      "{place}早咖 · 停好车就能聊",
    ],
    subtitles: ["没有流程，坐下就聊", "聊车、聊路、聊上周去了哪儿"],
    openings: [
      "没有主持人，也没有抽奖。{date}上午，{place}留了一排车位和 {seats} 张椅子，咖啡我们请，话题你们带。",
      "在车友圈聊了很久的人，该见一面了。{place}，上午十点，晒得到太阳的位置。",
    ],
    text: `
# 可以聊的
- 上个月开得远的一次，路上吃了什么
- 装了哪些配件，哪些后悔了
- 谁家小区装桩装成了，怎么装的
!
# 会来的人
{city}车友会的几位老车主，一位产品经理，还有一位专门来听抱怨的服务经理。
# 停车
现场预留 30 个车位，按到达顺序停，车头朝外。`,
    tags: ["聚会", "咖啡", "不设流程"],
    fee: "免费",
    questions: [conceptQuestions.ownSeries, conceptQuestions.company],
    agenda: `
09:30 停车 · 领咖啡
10:00 自由聊天 | 产品经理和服务经理在场
11:00 合影 | 愿意的话，车也一起
11:30 散场`,
    benefits: `
咖啡与点心 | 每席一份
车友会胸针 | {city}限定款
问题跟进 | 现场记录，七天内回复`,
    rules: `
限青岚车主，可带一位家人或朋友
不接受现场推销，请尊重不想入镜的人
停满后请使用附近公共停车场`,
    share: "没有流程，坐下就聊",
    asksSeries: false,
    pageType: "signup",
    hours: ["09:30-11:30"],
    days: 1,
    seats: [20, 24, 30],
  },
  {
    key: "clean-walk",
    businessType: 3,
    isMildOnly: true,
    venueKinds: ["hill", "shore"],
    cover: "terrace",
    picture: ["shore", "往期活动的岸线"],
    series: ["yuanshan", "wangye", "xiaocheng"],
    titles: [
      "{place}净山净水徒步 · 车主公益日",
      "五公里，一只袋子 · {place}公益徒步",
      "把{place}走干净一点 · 车主公益日",
    ],
    subtitles: ["走五公里，带走别人留下的", "带孩子来，任务卡已经备好"],
    openings: [
      "我们常来{place}，也该为它做点什么。五公里步道，一只袋子，一副手套，边走边捡。",
      "上一次在{place}，大家捡了 126 公斤。这一次希望少一点，因为路上本来就干净了。",
    ],
    text: `
# 怎么走
全程约 5 公里，爬升不大，两个半小时走完。每组 8 人，一位领队，一台补给车在终点等。
!
# 捡到的去哪儿
按塑料、金属、其他三类称重，数字当天公布。可回收的交给当地分拣站，所得捐给景区巡护队。
# 带孩子的家庭
六岁以上可以参加。任务卡上有十种本地植物，找到五种换一枚徽章。`,
    tags: ["公益", "徒步", "亲子"],
    fee: "免费",
    questions: [conceptQuestions.company, conceptQuestions.children],
    agenda: `
08:30 集合 · 领手套与袋子
09:00 出发 | 分组，领队带队
10:30 中途补给
11:30 终点称重与合影
12:00 简餐`,
    benefits: `
公益证书 | 记录时长与公斤数
简餐与保险 | 含当日意外险
碳积分 | 200 分，活动后三天到账`,
    rules: `
不限车主，每席可带两位家人
请穿防滑鞋，自带水杯，活动不提供瓶装水
不捡拾玻璃碎片与尖锐物，发现后告诉领队`,
    share: "走五公里，带走别人留下的",
    asksSeries: false,
    pageType: "signup",
    hours: ["08:30-12:30"],
    days: 1,
    seats: [40, 60, 32],
  },
  {
    key: "boot-market",
    businessType: 3,
    isMildOnly: true,
    venueKinds: ["street"],
    cover: "owner-meet",
    picture: ["camping", "入夜后的摊位灯"],
    series: ["xiaocheng", "zhiwei", "yuanshan"],
    titles: [
      "{place}后备箱市集 · 打开尾门就开张",
      "{place}尾箱集市：三十台车，三十个摊",
      "在{place}摆个摊 · 车主后备箱市集",
    ],
    subtitles: ["摊主三十席，逛的人不限", "手作、闲置、唱片和一锅卤味"],
    openings: [
      "打开尾门就是货架。{date}下午，三十台青岚停进{place}，卖手作、卖闲置，也有人只想显摆一下收藏。",
      "去年有位车主卖了一下午明信片，最后换回一盆龟背竹。今年的{place}，轮到你了。",
    ],
    text: `
# 想摆摊
报名时写下卖什么，通过后会发摊位号。尾门、灯串和桌布我们准备，外放电随便用。
!
# 只想逛
不用报名也能逛。报名的人凭凭证领一只帆布袋，还能在现场的三个摊位抵 20 元。
# 会见到
自家烤的面包、黑胶、二手相机、孩子的画、车主乐队，和一只每次都来的柯基。`,
    tags: ["市集", "不限名额", "宠物友好"],
    fee: "免费",
    questions: [conceptQuestions.stall, conceptQuestions.company],
    agenda: `
14:00 摊主入场 | 凭摊位号停车
15:00 开市
17:00 车主乐队 | 三十分钟
19:30 收摊`,
    benefits: `
帆布袋 | 报名者凭凭证领取
市集抵用 | 三个合作摊位各抵 ¥20
摊主照 | 摄影师给每个摊位拍一张`,
    rules: `
摊主须为青岚车主，逛市集不限
不售卖活体动物、药品与来源不明的食品
宠物请牵绳，离场时带走自己的垃圾`,
    share: "打开尾门就开张",
    asksSeries: false,
    pageType: "signup",
    hours: ["14:00-19:30"],
    days: 1,
    seats: null,
  },
  {
    key: "engineers",
    businessType: 3,
    venueKinds: ["空间", "中心"],
    cover: "showroom",
    picture: ["workshop", "试制车间一角"],
    series: ["yuanshan", "xingyun", "zhuguang", "wangye"],
    titles: [
      "和工程师聊一个下午 · {place}产品共创会",
      "{place}共创会：你提，他们记",
      "这个设计为什么这样 · {place}工程师面对面",
    ],
    subtitles: ["只有二十席，每个人都要说话", "带着问题来，带着编号走"],
    openings: [
      "底盘、座舱、车机，三位工程师坐在{dealer}，不放片子，只带本子。",
      "你提的每一条，现场录入系统，给你一个编号。三十天后，{dealer}会告诉你结果，做或者不做，都说明白。",
    ],
    text: `
# 形式
二十位车主，三张桌子，每四十分钟换一桌。没有台上台下，也没有媒体。
# 上一次改了什么
- 后排阅读灯的亮度，从两档改为无级
- 充电口盖，冰冻天气多了一次自动破冰
- 导航播报，增加了“少说两句”模式
!
# 请你准备
一件小事，越具体越好。比如“左后门储物格放不下 500 毫升的水瓶”。`,
    tags: ["共创", "工程师", "小范围"],
    fee: "免费",
    questions: [conceptQuestions.ownSeries, conceptQuestions.ask],
    agenda: `
13:30 签到 · 抽桌号
14:00 第一桌 | 底盘
14:45 第二桌 | 座舱
15:30 第三桌 | 车机
16:15 录入与散场 | 领取编号`,
    benefits: `
建议编号 | 三十天内回复
共创者标识 | 车友圈头像标识，保留一年
新功能内测 | 优先入组`,
    rules: `
限青岚车主，每车一席
现场不录音不直播，请勿外传未公开信息
报名后由门店电话确认名单`,
    share: "带着问题来，带着编号走",
    asksSeries: false,
    pageType: "signup",
    hours: ["13:30-16:30"],
    days: 1,
    seats: [20],
  },
  {
    key: "family-day",
    businessType: 3,
    venueKinds: ["camp", "hill"],
    isMildOnly: true,
    cover: "terrace",
    picture: ["camping", "收摊前的草地"],
    series: ["zhiwei", "yuanshan", "xiaocheng"],
    titles: [
      "带孩子去{place}：半天，不看手机",
      "{place}亲子自驾 · 认树、生火、做饭",
      "{place}自然课 · 车主亲子日",
    ],
    subtitles: ["自然老师带队，大人也有作业", "十五个家庭，一口柴火锅"],
    openings: [
      "手机交给后备箱，孩子交给自然老师，大人负责生火。{date}，十五个家庭去{place}过半天。",
      "不用给孩子安排什么。{place}有树、有石头、有虫子，再加一口锅，就够他们忙一上午。",
    ],
    text: `
# 孩子的任务
- 认出八种树，收集各自的一片叶子
- 用放大镜找三种虫，画下来
- 学会打一个结，能吊住水壶
# 大人的任务
- 生火，不许用打火机油
- 淘米、切菜、看火，做一锅柴火饭
!
# 老师
两位自然教育老师全程带队，比例一比八。活动中会讲野外安全和如何不打扰动物。`,
    tags: ["亲子", "自然课", "含午餐"],
    fee: "¥58 / 家庭",
    questions: [conceptQuestions.company, conceptQuestions.children, conceptQuestions.meal],
    agenda: `
09:00 集合 · 手机入袋
09:20 认树与找虫 | 老师分组
10:40 生火与柴火饭
12:00 午饭
13:00 作品展与返程`,
    benefits: `
费用含 | 课程、午餐、材料和保险
自然笔记本 | 孩子人手一本
返程礼 | 一袋当地的米`,
    rules: `
适合 4–12 岁儿童，每个孩子须有一位成人陪同
以家庭为单位报名，每家不超过 5 人
雨天改为室内手作，短信通知`,
    share: "半天，不看手机",
    asksSeries: false,
    pageType: "signup",
    hours: ["09:00-13:30"],
    days: 1,
    seats: [15],
  },
];
