import type { Concept } from "./concept.ts";
import { conceptQuestions } from "./questions.ts";

/** Test drives out of town (business type 1). */
export const roadDrives: readonly Concept[] = [
  {
    key: "hill-drive",
    businessType: 1,
    venueKinds: ["hill"],
    cover: "mountain-dawn",
    picture: ["camping", "往期活动的营地照片"],
    series: ["yuanshan"],
    titles: [
      "{place}晨雾试驾 · 青岚远山首批体验",
      "山里的早晨 · {place}远山试驾",
      "{place}山路半日 · 远山四驱试驾",
    ],
    subtitles: ["真实的坡道和弯角，不在停车场里绕桩", "三段式山路，教练车全程陪同"],
    openings: [
      "在{place}，我们准备了 10 台青岚远山，邀请 {seats} 位朋友在清晨开上山路，用真实的坡道和弯角，感受空气悬架与四驱系统。",
      "试一台 SUV，平路上能知道的不多。所以这次把集合点放在{place}，让远山在它该去的路上说话。",
    ],
    text: `
!
# 三段路，看三件事
- 第一段上坡：踩下去的一瞬间有没有迟疑，坡顶还剩多少余力
- 第二段连续弯：车身收得快不快，后排会不会晃
- 第三段下坡：动能回收分三档，试试只用一个踏板开到山脚
# 关于车
试驾车为远山四驱长续航版，出发时电量不低于 90%，到终点我们会一起看电耗，不挑好看的数字。
# 同行的人
每组一位驾驶教练，用对讲机提前报弯。不想开的人可以坐后排，那也是一种试驾。`,
    tags: ["山路", "四驱", "教练陪同"],
    fee: "免费",
    questions: [conceptQuestions.licence, conceptQuestions.purchase, conceptQuestions.meal],
    agenda: `
08:30 签到 · 热咖啡与早餐 | 出示报名凭证，领取随行礼
09:10 出发 · 三段式山路 | 编队行驶，教练车全程陪同
10:40 观景台 · 自由拍摄 | 可与教练单独聊底盘和电耗
12:00 返程与反馈 | 填完反馈，领一份山里的土产`,
    benefits: `
早餐与保险 | 每席含早餐和当日意外险
随行礼 | 青岚保温杯一只
到店礼 | 一个月内到店再试，送胎压检测一次`,
    rules: `
需持 C2 及以上驾照满一年，现场核验原件
每位用户限报一席，可携一位同伴乘坐
山路限速 40，编队内不超车，听教练口令`,
    share: "在真实的山路上，试一台 SUV",
    asksSeries: false,
    pageType: "signup",
    hours: ["08:30-12:00"],
    days: 1,
    seats: [40, 50, 30],
  },
  {
    key: "shore-drive",
    businessType: 1,
    venueKinds: ["shore"],
    cover: "shore",
    picture: ["city-drive", "往期长途试驾途中"],
    series: ["xingyun", "zhiwei"],
    titles: [
      "从{place}开一程 · 行云与知微长途试驾",
      "{place}岸线试驾：八十公里，听风噪",
      "在{place}把车窗关上 · 静谧长途试驾",
    ],
    subtitles: ["八十公里，够你忘掉自己在试驾", "高速、辅路、湖岸，三种路面一次走完"],
    openings: [
      "二十分钟的试驾，只够认识按键。我们把路线拉到八十公里，从{place}出发再回到{place}，让你开到肩膀放松为止。",
      "这条路的主角是安静。在{place}集合，关上车窗，听一听时速一百时，还剩下哪些声音。",
    ],
    text: `
# 路线
全程约 80 公里：城市快速路 25 公里，高速 30 公里，岸线辅路 25 公里。中途换一次驾驶，在休息点看电耗。
!
# 建议你这样试
- 上高速后把音乐关掉三分钟，只听风和胎
- 让后排的人说话，看前排要不要提高音量
- 过减速带时别急着松电门，感受第二下回弹
# 车辆
行云后驱长续航版 6 台，知微六座 4 台。到场后按签到顺序选车，中途可以互换。`,
    tags: ["长途", "静谧", "可互换车型"],
    fee: "免费",
    questions: [conceptQuestions.licence, conceptQuestions.company, conceptQuestions.purchase],
    agenda: `
09:00 签到 · 路书与安全说明 | 领对讲机，分组
09:30 第一程 · 城市与高速 | 约 50 公里
10:50 休息点 · 换驾与茶歇 | 看一次电耗
11:10 第二程 · 岸线辅路 | 约 30 公里，可停车拍照
12:10 返回集合点 | 填写试驾手记`,
    benefits: `
茶歇与保险 | 含当日意外险
试驾手记 | 记下胎噪、风噪和电耗，带回家对比
试驾后订车 | 赠一年洗车服务 12 次`,
    rules: `
需持 C2 及以上驾照满一年
每车两位驾驶人轮换，可再带一位乘客，须在报名时填写人数
全程遵守限速，途中不使用手机`,
    share: "八十公里，够你忘掉自己在试驾",
    asksSeries: true,
    pageType: "signup",
    hours: ["09:00-12:30"],
    days: 1,
    seats: [24, 30, 20],
  },
  {
    key: "offroad",
    businessType: 1,
    venueKinds: ["hill"],
    cover: "badlands",
    picture: ["mountain-dawn", "往期非铺装路面试驾"],
    series: ["wangye"],
    titles: [
      "{place}非铺装路段 · 望野越野初体验",
      "望野在{place}：交叉轴、涉水和一段烂路",
      "第一次越野，来{place} · 望野试驾",
    ],
    subtitles: ["不会越野也能来，教练坐副驾", "六个障碍，一个都不用你猜"],
    openings: [
      "在{place}一块封闭的场地里，我们堆了六个障碍。你不需要会越野，教练坐在副驾，你只管握好方向盘。",
      "望野的三把锁、600 毫米涉水深度，写在纸上只是数字。到{place}走一遍，你会记住的是车身歪过去时，心跳漏掉的那一下。",
    ],
    text: `
# 六个障碍
- 交叉轴：两个对角轮悬空，看扭矩怎么分到剩下两个
- 碎石坡：坡度 25 度，下坡交给陡坡缓降
- 侧倾桥：车身倾斜 20 度，坐在高的一侧更吓人
- 涉水池：水深 450 毫米，请慢慢推着水走
- 炮弹坑：连续四个，考验悬架行程
- 沙地：放掉一点胎压，稳住电门
!
# 新手友好
每台车一位教练、最多两位学员。第一圈教练开给你看，第二圈你开，第三圈你可以自己选难度。
# 穿什么
平底鞋、长裤、深色外套。场地备有雨衣和热水。`,
    tags: ["越野", "新手友好", "一车一教练"],
    fee: "¥99",
    questions: [conceptQuestions.licence, conceptQuestions.purchase],
    agenda: `
09:00 签到 · 安全说明 | 讲解三把锁和四种路面模式
09:30 教练示范 | 每个障碍走一遍
10:00 学员驾驶 | 每人三圈，教练副驾
11:20 自由难度 | 可选侧倾桥加高`,
    benefits: `
费用含 | 教练、保险、热饮和车辆清洗
费用可抵 | 30 天内订购望野，全额抵扣
纪念 | 越野初体验证书与行车照片`,
    rules: `
需持 C2 及以上驾照满一年；孕妇和近期手术者请勿参加
费用在签到时支付，开场前 24 小时可免费取消
场地内听教练口令，不得自行驶离规定路线`,
    share: "第一次越野，教练坐在你旁边",
    asksSeries: false,
    pageType: "signup",
    hours: ["09:00-11:30", "13:30-16:00"],
    days: 1,
    seats: [12, 16],
  },
  {
    key: "snow-drive",
    businessType: 1,
    venueKinds: ["snow"],
    months: [12, 1, 2, 3],
    cover: "snow",
    picture: ["mountain-dawn", "清晨前往雪场的山路"],
    series: ["yuanshan", "wangye"],
    titles: ["{place}冰雪试驾 · 四驱上冰面", "冰面上的八字 · {place}冰雪驾驶课", "到{place}学一次冰雪驾驶"],
    subtitles: ["封闭冰面，可以放心地打滑", "先学会失控，再学会救回来"],
    openings: [
      "在{place}外的封闭冰面上，打滑不是事故，是课程。教练会带你把车甩出去，再一点一点救回来。",
      "北方的冬天，四驱不是配置表上的一行字。到{place}，用一上午弄明白电子稳定系统什么时候该开，什么时候该关。",
    ],
    text: `
# 课程内容
- 直线制动：干地、雪地、冰面各一次，记下三个距离
- 低附绕桩：方向打多少，什么时候回
- 八字与圆环：体会推头和甩尾的区别
- 冰面起步：四驱和两驱各试一次
!
# 低温下的车
现场公布出发电量和结束电量。低温下续航打几折，我们不回避。每台车提前预热电池和座舱。
# 保暖
场地有暖房和姜茶。请穿防滑鞋、带手套，手机贴身放。`,
    tags: ["冰雪", "封闭场地", "驾驶课"],
    fee: "¥199",
    questions: [conceptQuestions.licence, conceptQuestions.purchase, conceptQuestions.meal],
    agenda: `
09:00 签到 · 暖房集合 | 热饮、分组、讲解
09:40 直线制动与绕桩 | 教练在车外用对讲机指导
10:50 八字与圆环 | 每人不少于 6 圈
11:50 结课与合影 | 公布低温电耗`,
    benefits: `
费用含 | 教练、保险、姜茶和午餐券
费用可抵 | 30 天内订车全额抵扣
结课 | 冰雪驾驶结课卡，可抵冬季轮胎 ¥500`,
    rules: `
需持 C2 及以上驾照满一年
费用在签到时支付，开场前 24 小时可免费取消
如遇暴雪封路，短信通知改期，费用原路退回`,
    share: "封闭冰面，可以放心地打滑",
    asksSeries: true,
    pageType: "signup",
    hours: ["09:00-12:00", "13:30-16:30"],
    days: 2,
    seats: [12, 16],
  },
];
