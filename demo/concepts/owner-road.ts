import type { Concept } from "./concept.ts";
import { conceptQuestions } from "./questions.ts";

/** Owners' events on the road (business type 3). */
export const roadEvents: readonly Concept[] = [
  {
    key: "tail-camp",
    businessType: 3,
    venueKinds: ["camp"],
    isMildOnly: true,
    cover: "camping",
    picture: ["stars", "营地上方的夜空"],
    series: ["yuanshan", "zhiwei", "wangye"],
    titles: [
      "{place}车尾露营夜，带上家人和一首歌",
      "把尾门打开 · {place}露营夜",
      "{place}露营局：车里睡一晚",
    ],
    subtitles: ["外放电、投影和一锅热汤", "新手可租全套，来了就能搭"],
    openings: [
      "尾门朝着水面打开，外放电接上灯串，锅里的汤开始冒泡。{date}，我们在{place}过一个晚上。",
      "不用攒一整套装备才算露营。后排放倒，铺一张垫子，{place}的夜就是你的。",
    ],
    text: `
# 晚上会发生什么
- 一场露天电影，片子由报名的人投票
- 一口大锅，食材我们备，火候你们看
- 一小时的弹唱，会一首就可以上去
!
# 车能做什么
每车外放电 3.3 千瓦，够一台投影、一个电锅和一串灯。营位旁有慢充桩，第二天早上电量不会少。
# 可以租
天幕、桌椅、充气垫、睡袋都能租，全套 ¥160。请在报名表里选好，到场时已经放在你的营位上。`,
    tags: ["露营", "外放电", "可带家人"],
    fee: "¥168 / 车",
    questions: [conceptQuestions.company, conceptQuestions.gear, conceptQuestions.meal],
    agenda: `
15:00 入营 · 选营位 | 按签到顺序
16:30 搭天幕教学 | 二十分钟学会
18:00 大锅晚饭 | 自带一道菜更好
19:30 电影与弹唱
22:00 静营 | 灯串关闭，请小声说话；次日 09:00 前离营`,
    benefits: `
费用含 | 营位、晚饭、早餐、热水和保险
外放电枪 | 现场免费借用
营地补贴 | 车主再次预约减 ¥50`,
    rules: `
以车为单位报名，每车不超过 5 人
营地禁明火，炉具请用我们提供的
请带走自己的垃圾；遇大风或暴雨短信通知改期`,
    share: "尾门朝着水面打开",
    asksSeries: false,
    pageType: "signup",
    hours: ["15:00-09:00"],
    days: 1,
    seats: [25, 30, 20],
  },
  {
    key: "track-day",
    businessType: 3,
    venueKinds: ["track"],
    cover: "track-day",
    picture: ["dusk", "傍晚驶离赛道的逐光"],
    series: ["zhuguang", "xingyun"],
    titles: ["{place}开放日：青岚逐光驾驭课", "{place}赛道日 · 逐光驾驭课", "来{place}，把电门踩到底一次"],
    subtitles: ["教练带跑三圈，自己跑六圈", "先学刹车，再学快"],
    openings: [
      "在{place}，没有限速，也没有对向来车。但第一节课不教快，教刹车。",
      "公路上你用到一台车的三成。剩下七成，请来{place}找。",
    ],
    text: `
# 四节课
- 坐姿与视线：看弯心，不看车头
- 制动：重刹、循迹刹车，各练五次
- 走线：外内外，先慢进，再早一点给电
- 自由圈：六圈，教练在维修区看数据
!
# 车和安全
逐光性能版 12 台，均更换高温制动液。头盔、头套现场提供。赛道救护车与医生在位。
# 可以开自己的车
青岚车主可带自己的逐光或行云下场，需提前通过车辆检查，轮胎花纹不少于 3 毫米。`,
    tags: ["赛道", "教练带跑", "含午餐"],
    fee: "¥680",
    questions: [conceptQuestions.licence, conceptQuestions.helmet, conceptQuestions.meal],
    agenda: `
08:30 签到 · 车检 | 领头盔与手环
09:10 理论课 | 旗语、走线、坐姿
10:00 制动与绕桩 | P 区场地
12:00 午餐
13:30 教练带跑与自由圈 | 分四组轮转
16:30 结课与圈速单`,
    benefits: `
费用含 | 车辆、教练、午餐与赛道险
圈速单 | 每圈数据与走线图
赛道体验证 | 下次报名减 ¥100`,
    rules: `
年满 22 岁、持 C2 及以上驾照满三年
参加者须签署赛道安全责任书，孕妇及心脏病患者不得参加
开场前 48 小时可全额退款，之后退一半`,
    share: "先学刹车，再学快",
    asksSeries: true,
    pageType: "signup",
    hours: ["08:30-17:00"],
    days: 1,
    seats: [48, 40, 60],
  },
  {
    key: "stars",
    businessType: 3,
    venueKinds: ["hill", "camp"],
    isMildOnly: true,
    cover: "stars",
    picture: ["camping", "观星营地"],
    series: ["wangye", "yuanshan"],
    titles: [
      "{place}观星夜 · 关掉车灯的两个小时",
      "到{place}看星星，望远镜我们带",
      "{place}星空下 · 车主观星夜",
    ],
    subtitles: ["天文老师带队，三台望远镜", "躺在天窗下面看，不冷"],
    openings: [
      "离开{city}的灯，大约一个小时就够。{place}的夜里，有三台望远镜和一位天文老师在等。",
      "请把车灯关掉，座椅放倒，天窗打开。在{place}，先让眼睛适应二十分钟黑暗。",
    ],
    text: `
# 能看到什么
以当晚的月相和云量为准。天文老师会提前一天在群里发星图，告诉大家那晚的行星、星团和可能出现的流星。
!
# 三台望远镜
- 150 毫米折射：看月面和行星
- 200 毫米反射：看星团和星云
- 手机支架镜：拍一张自己的月亮
# 带什么
厚外套、保温杯、红光手电。白光会毁掉所有人的夜视，请不要打开车内阅读灯。`,
    tags: ["观星", "天文老师", "可带孩子"],
    fee: "免费",
    questions: [conceptQuestions.company, conceptQuestions.children],
    agenda: `
20:00 集合 · 领红光手电
20:30 暗适应与认星座 | 座椅放倒
21:10 望远镜轮转 | 三组
22:10 拍月亮与热可可
22:40 编队返程`,
    benefits: `
星图一份 | 防水纸，当月可用
热可可 | 夜里会冷
照片 | 老师拍摄的当晚星空原图`,
    rules: `
限青岚车主，每车不超过 5 人
进场后关闭大灯与氛围灯，按指引停车
多云或有雨则顺延一周，短信通知`,
    share: "关掉车灯的两个小时",
    asksSeries: false,
    pageType: "signup",
    hours: ["20:00-23:00"],
    days: 1,
    seats: [30, 24, 40],
  },
  {
    key: "photo-dusk",
    businessType: 3,
    venueKinds: ["shore", "hill"],
    months: [10, 11, 12, 1, 2, 3],
    cover: "dusk",
    picture: ["mountain-dawn", "往期入选作品"],
    series: ["zhuguang", "yuanshan", "xingyun"],
    titles: [
      "{place}外拍 · 给你的车拍一张封面",
      "日落前到{place} · 车主外拍",
      "{place}摄影局：光只有四十分钟",
    ],
    subtitles: ["摄影师带队，手机也能拍", "学会追拍，再学会等光"],
    openings: [
      "好光只有四十分钟。{date}，我们在日落前两小时到{place}，先找机位，再等它来。",
      "车停在哪儿、人站在哪儿、光从哪边来。带上你的车到{place}，摄影师一台一台地教。",
    ],
    text: `
# 摄影师教四件事
- 停车角度：前轮打多少，露出多少轮毂
- 追拍：快门三十分之一，稳住腰
- 等光：太阳落下去之后的十五分钟
- 手机：关掉广角，走近一点
!
# 互相拍
两车一组，轮流当模特。结束后在车友圈发图，点赞靠前的三张会印成明信片寄给你。`,
    tags: ["摄影", "日落", "手机可参加"],
    fee: "免费",
    questions: [conceptQuestions.ownSeries, conceptQuestions.camera],
    agenda: `
14:30 集合 · 分组找机位
15:15 静态与追拍 | 摄影师示范
16:30 等日落 | 每组一个机位
17:30 收尾选片`,
    benefits: `
摄影师修图 | 每人一张
明信片 | 入选作品印制 20 张
车贴 | 外拍纪念车贴一枚`,
    rules: `
限青岚车主，每车一席，可带一位同伴
追拍在封闭路段进行，听工作人员口令
请勿踩踏农田和草地，无人机须自行报备`,
    share: "给你的车拍一张封面",
    asksSeries: false,
    pageType: "signup",
    hours: ["14:30-18:00"],
    days: 1,
    seats: [20, 16, 24],
  },
];
