import type { OnlineConcept } from "./concept.ts";
import { conceptQuestions } from "./questions.ts";

const everySeries = ["yuanshan", "xingyun", "zhuguang", "xiaocheng", "wangye", "zhiwei"] as const;

/** Bookings and valuations (business types 1 and 4). */
export const onlineSale: readonly OnlineConcept[] = [
  {
    key: "book-drive",
    businessType: 1,
    cover: "city-drive",
    picture: ["showroom", "门店里备好的试驾车"],
    series: everySeries,
    titles: ["{region}试驾预约季 · 留个号码，门店来约你"],
    subtitles: ["选好车系，门店会在一天内打来一次"],
    openings: [
      "不想填一堆表，也不想被反复打电话。选好车系，留下号码，{region}的门店会在一天之内联系你，只打一次。",
    ],
    text: `
# 我们的约定
- 只打一次，没接就发一条短信，不再打第二次
- 不把号码给第三方，三个月后自动删除
- 试驾不收押金，不要求当天决定
!
# 可以约什么
六个车系都可以，工作日晚上和周末都有车。想试{road}那样的长路，也可以在电话里说。`,
    tags: ["试驾预约", "只打一次", "{region}"],
    fee: "免费",
    questions: [conceptQuestions.purchase],
    benefits: `
到店礼 | 车载香氛一份
试驾后订车 | 600 度充电额度
接送 | 门店 10 公里内免费接送`,
    rules: `
须年满 18 岁并持有效驾照
每个手机号限预约一次
到店礼每人限领一份`,
    share: "选好车系，门店来约你",
    asksSeries: true,
    pageType: "localOfflineLead",
    editions: { from: -32, step: 13, length: 48 },
  },
  {
    key: "home-drive",
    businessType: 1,
    cover: "terrace",
    picture: ["city-drive", "试驾车停在小区门口"],
    series: ["xingyun", "xiaocheng", "zhiwei"],
    titles: ["{car}送车上门试驾 · 就近门店预约"],
    subtitles: ["走一遍你每天走的那条路"],
    openings: [
      "门店外面那一圈，和你每天上班的路不是一回事。预约之后，就近门店把{car}开到你楼下，走你自己的路。",
    ],
    text: `
# 怎么约
- 留下号码和方便的时段，门店当天回一个电话
- 车停在楼下，带一份临时保险
- 走你平时的路，四十分钟到一小时
!
# 可以顺便试的
地下车库的坡道、小区的充电桩、儿童座椅的安装，都可以现场试一遍。`,
    tags: ["上门试驾", "就近门店"],
    fee: "免费",
    questions: [conceptQuestions.commute],
    benefits: `
上门 | 门店 15 公里内免费
家充勘测 | 顺便看车位，出一份报告
试驾礼 | 车载香氛一份`,
    rules: `
须年满 18 岁并持有效驾照
每个手机号限预约一次
上门时间由门店电话确认`,
    share: "走一遍你每天走的那条路",
    asksSeries: false,
    pageType: "localOfflineLead",
    editions: [
      { from: -66, to: -22, taken: 3106, values: { car: "行云" }, series: ["xingyun"] },
      { from: 16, to: 60, taken: 0, values: { car: "知微" }, cover: "shore", series: ["zhiwei"] },
    ],
  },
  {
    key: "reserve",
    businessType: 1,
    cover: "showroom",
    picture: ["charging", "首批礼遇里的家充桩"],
    series: ["wangye"],
    titles: ["{car}预约 · {right}"],
    subtitles: ["预约不收费，转为订单时再付定金"],
    openings: [
      "{car}还没有公布价格，但可以先排队。预约不收费，公布当天你会第一批收到短信，转为订单时再付定金。",
    ],
    text: `
# 预约有什么用
- 按预约先后排产，{right}
- 价格公布当天 24 小时内转订单，享首批礼遇
- 不转也没关系，预约自动失效
!
# 已知信息
{fact}
其余参数以上市公布为准。`,
    tags: ["预约", "不收费", "优先排产"],
    fee: "免费",
    questions: [conceptQuestions.purchase, conceptQuestions.charging],
    benefits: `
排产顺位 | 按预约先后
首批礼遇 | 家充桩一套含基础安装
配色优先 | 首发色优先选`,
    rules: `
每个手机号限预约一台
首批礼遇以正式公布为准
预约保留到上市后 30 天`,
    share: "预约不收费，先排队",
    asksSeries: false,
    pageType: "lead",
    editions: [
      {
        from: -95,
        to: -26,
        taken: 8214,
        values: {
          car: "逐光双色版",
          right: "前 1,000 位优先选色",
          fact: "在逐光的基础上，车顶与车身两色，座椅缝线随车色，其余配置不变。",
        },
        cover: "dusk",
        series: ["zhuguang"],
      },
      {
        from: -20,
        to: 45,
        taken: 6742,
        values: {
          car: "望野穿越版",
          right: "前 3,000 位优先交付",
          fact: "在望野的基础上，车身加高 40 毫米，外放电升到 6 千瓦，预留绞盘接口。",
        },
        cover: "badlands",
      },
      {
        from: 14,
        to: 80,
        taken: 0,
        values: {
          car: "知微长途版",
          right: "前 2,000 位优先交付",
          fact: "在知微的基础上，电池加大到 96 度，第三排增加座椅加热。",
        },
        cover: "shore",
        series: ["zhiwei"],
      },
    ],
  },
  {
    key: "estimate",
    businessType: 4,
    cover: "used-car",
    picture: ["workshop", "到店复检"],
    series: everySeries,
    titles: ["{name}"],
    subtitles: ["三分钟出区间，到店出准数"],
    openings: ["{lead}估价不绑定换购，只想知道行情也可以。"],
    text: `
# 怎么估
参考同款近九十天的成交，不是挂牌价。里程、年限、过户次数和出险记录，各占多少，都会列出来。
!
# 接下来
区间满意，可以约门店复检，半小时出准数，七天有效。不满意，什么都不用做，我们不会追着打电话。`,
    tags: ["线上估价", "成交价参考", "不限品牌"],
    fee: "免费",
    questions: [conceptQuestions.currentCar, conceptQuestions.carAge, conceptQuestions.mileage],
    benefits: `
置换补贴 | 换购青岚至高 ¥12,000
复检免费 | 门店半小时出准数
旧车拖运 | 市区内免费`,
    rules: `
线上结果为参考区间，成交价以到店复检为准
请如实填写车况
置换补贴按车系与上牌时间分档`,
    share: "三分钟，看看车现在值多少",
    asksSeries: false,
    pageType: "lead",
    editions: [
      {
        from: -60,
        to: 120,
        taken: 21873,
        values: { name: "旧车线上估价，三分钟出结果", lead: "填几项车况，三分钟给你一个价格区间。" },
      },
      {
        from: 5,
        to: 95,
        taken: 0,
        values: {
          name: "年度换购补贴预约",
          lead: "先填写旧车信息，锁定本年度的补贴档位，半年内换购都有效。",
        },
      },
    ],
  },
  {
    key: "region-swap",
    businessType: 4,
    cover: "used-car",
    picture: ["showroom", "门店交付区"],
    series: everySeries,
    titles: ["{region}换购预约 · 先估价，再到店"],
    subtitles: ["预约后享区域加补 ¥1,000"],
    openings: ["{region}的换购专场排好了日期。先在线上填写旧车信息，门店会把估价、试驾和补贴一次准备好。"],
    text: `
# 预约之后
- 一天内收到估价区间
- 约一个上午，到就近门店办完
- 区域加补 ¥1,000，与全国补贴可叠加
!
# 适合谁
车龄三年以上、常跑{road}这类长路的人。里程高不要紧，记录齐就好。`,
    tags: ["换购", "区域加补", "{region}"],
    fee: "免费",
    questions: [conceptQuestions.currentCar, conceptQuestions.carAge],
    benefits: `
区域加补 | ¥1,000，可叠加
估价 | 线上区间与到店复检
代办 | 过户与原号牌保留`,
    rules: `
旧车须为本人或直系亲属名下
加补在交车后 15 个工作日内到账
每个手机号限预约一台`,
    share: "先估价，再到店",
    asksSeries: true,
    pageType: "lead",
    editions: { from: -30, step: 14, length: 44 },
  },
  {
    key: "cloud-used",
    businessType: 4,
    cover: "used-car",
    picture: ["workshop", "直播里的举升画面"],
    series: ["xingyun", "yuanshan", "xiaocheng"],
    titles: ["认证二手车云看车 · {theme}专场"],
    subtitles: ["评估师举着手机，你说看哪儿就看哪儿"],
    openings: ["这一场只看{theme}。评估师举着手机，你说看哪儿就看哪儿，连座椅滑轨都给你掀开。"],
    text: `
# 怎么看
晚上八点开播，两小时看十二台。每台先亮电池报告和出险记录，再听大家指挥。
!
# 看中了
直播间可以锁车 24 小时，不收定金。异地车源免费运到就近门店，看过再决定。`,
    tags: ["云看车", "官方认证", "可锁车"],
    fee: "免费",
    questions: [conceptQuestions.budget],
    benefits: `
锁车 | 24 小时，不收定金
调车 | 免费运到就近门店
质保 | 三电质保加两年`,
    rules: `
预约后开播前十分钟短信提醒
每人每场限锁一台
车况以交车检测报告为准`,
    share: "你说看哪儿就看哪儿",
    asksSeries: false,
    pageType: "landing",
    editions: [
      { from: -9, to: -2, taken: 1845, values: { theme: "十万以内" } },
      { from: 3, to: 10, taken: 0, values: { theme: "一手家用" } },
      { from: 12, to: 19, taken: 0, values: { theme: "低里程" } },
      { from: 40, to: 47, taken: 0, values: { theme: "四驱" } },
    ],
  },
];
