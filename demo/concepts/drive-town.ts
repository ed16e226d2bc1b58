import type { Concept } from "./concept.ts";
import { conceptQuestions } from "./questions.ts";

/** Test drives in town (business type 1). */
export const townDrives: readonly Concept[] = [
  {
    key: "night-drive",
    businessType: 1,
    venueKinds: ["street"],
    cover: "night-highway",
    picture: ["city-drive", "白天的同一段路"],
    series: ["xingyun", "zhuguang"],
    titles: ["{place}夜航 · 行云静谧试驾", "晚上九点，{place}见 · 夜间试驾", "城市空下来以后 · {place}夜航"],
    subtitles: ["晚高峰散了，路才是你的", "灯光、氛围和一首完整的歌"],
    openings: [
      "白天的{city}属于赶路的人。晚上八点半，我们在{place}等你，等路空下来，再出发。",
      "夜里适合试灯、试静、试音响。集合点在{place}，带上一首你想完整听完的歌。",
    ],
    text: `
# 夜里才试得出来的
- 矩阵大灯：会车时怎么避开对面，进弯时怎么跟着拐
- 座舱光线：屏幕最低亮度刺不刺眼，仪表会不会反光
- 声音：关掉风量，听一首歌，从副驾听和从主驾听
!
# 路线
约 35 公里，四十五分钟。先过一段快速路，再走滨水路或环线，最后回到{place}。
# 一件小事
座位上有一张空白卡片，写下你循环的那首歌，返程时放给下一位试驾的人。`,
    tags: ["夜间", "音响", "三人成组"],
    fee: "免费",
    questions: [conceptQuestions.licence, conceptQuestions.purchase],
    agenda: `
20:30 签到 · 选一首歌 | 凭报名凭证领取热饮
20:50 出发 · 第一程 | 教练副驾，约 20 公里
21:20 换驾与停留 | 看大灯的照射范围
21:40 返程`,
    benefits: `
热饮与保险 | 含当日意外险
夜航歌单 | 活动后一周发到你的报名手机
再试一次 | 白天同一路线可免费再约`,
    rules: `
需持 C2 及以上驾照满一年，当日请勿饮酒
每场每车三人，轮流驾驶
夜间全程限速行驶，不追逐、不鸣笛`,
    share: "晚高峰散了，路才是你的",
    asksSeries: true,
    pageType: "signup",
    hours: ["20:30-21:50", "22:00-23:20"],
    days: 2,
    seats: [9, 12, 6],
  },
  {
    key: "commute",
    businessType: 1,
    isMultiDealer: true,
    venueKinds: ["中心", "空间"],
    cover: "city-drive",
    picture: ["charging", "地下车库里的晓城"],
    series: ["xiaocheng"],
    titles: [
      "把通勤路开一遍 · 晓城{place}试驾",
      "{place}周末试驾：从你家到公司",
      "晓城试驾 · {place}，侧方停车也算",
    ],
    subtitles: ["路线由你定，四十分钟内都行", "掉头、窄巷、地库，一样不少"],
    openings: [
      "我们不给路线，你来给。把每天上班的路写在报名表里，从{dealer}出发，用晓城把它走一遍。",
      "城市小车好不好用，答案在你家楼下的车位里。从{dealer}出发，四十分钟内的路线都可以。",
    ],
    text: `
# 可以试的几件事
- 4.8 米转弯半径，找一条窄路掉一次头
- 回家那个难停的车位，请停一次给我们看
- 走走停停三公里，记一下电耗
!
# 顺便算一笔账
试驾结束后，顾问会按你的里程和电价，列出一年的充电、保险和保养。数字写在纸上，不满意可以不买。
# 带孩子来也行
展厅有儿童区和看护，车内备有两种尺寸的安全座椅。`,
    tags: ["自定路线", "城市通勤", "可带孩子"],
    fee: "免费",
    questions: [conceptQuestions.commute, conceptQuestions.charging, conceptQuestions.purchase],
    agenda: `
09:30 到店 · 确认路线 | 以第一场为例，其他场次顺延
09:40 试驾 · 你的通勤路 | 顾问坐后排，不插话
10:20 停车挑战与电耗 | 倒车、侧方、地库任选
10:30 算账 | 一年用车成本，打印带走`,
    benefits: `
到店礼 | 车载香氛一份
用车账单 | 按你的里程算出一年成本
充电卡 | 试驾后 7 天内订车，送 600 度充电额度`,
    rules: `
需持 C2 及以上有效驾照
路线单程不超过 20 公里，不上封闭施工路段
每个手机号限约一场，可在开场前 2 小时改期`,
    share: "路线由你定，四十分钟内都行",
    asksSeries: false,
    pageType: "signup",
    hours: ["09:30-10:30", "11:00-12:00", "14:00-15:00", "15:30-16:30"],
    days: 4,
    seats: [4, 6, 3],
  },
  {
    key: "assist-day",
    businessType: 1,
    venueKinds: ["中心"],
    cover: "city-drive",
    picture: ["night-highway", "夜间高速领航演示"],
    series: ["xingyun", "yuanshan", "zhuguang"],
    titles: [
      "{place}辅助驾驶开放日 · 手不离方向盘",
      "它能做什么，不能做什么 · {place}辅助驾驶课",
      "{place}高速领航辅助体验",
    ],
    subtitles: ["先讲边界，再上路", "一半时间讲它做不到的事"],
    openings: [
      "辅助驾驶是帮手，不是司机。在{dealer}的这场开放日，我们用一半时间讲它做不到的事，再用另一半时间上路。",
      "很多人买了一年没打开过，也有人用得太放心。两种情况，都值得来{dealer}听一次。",
    ],
    text: `
# 上半场：边界
- 雨、逆光、施工锥桶，系统会怎么提示
- 什么时候必须接管，怎么接管不慌
- 常见的三个误用，请当面改掉
# 下半场：上路
从门店上环线，约 25 公里，含两个匝道和一段拥堵。安全员坐副驾，全程手不离方向盘、眼不离路。
!
# 适合谁
准备买车的人、刚提车的人、家里有人总用不对的人。`,
    tags: ["辅助驾驶", "安全课", "上路体验"],
    fee: "免费",
    questions: [conceptQuestions.licence, conceptQuestions.ask],
    agenda: `
09:00 签到 · 分组 | 以上午场为例
09:15 边界课 | 四十分钟，可以提问
10:00 上路体验 | 安全员副驾
11:00 复盘 | 看每个人的接管记录`,
    benefits: `
接管记录 | 打印一份带走
车主可带车 | 现场检查版本与标定
课后 | 一年内免费复训一次`,
    rules: `
需持 C2 及以上驾照满一年
辅助驾驶不能替代驾驶人，驾驶人始终对行车安全负责
雨雪天改为室内课与场地演示`,
    share: "一半时间讲它做不到的事",
    asksSeries: true,
    pageType: "signup",
    hours: ["09:00-11:15", "14:00-16:15"],
    days: 2,
    seats: [12, 16],
  },
];
