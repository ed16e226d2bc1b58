import type { Concept } from "./concept.ts";
import { conceptQuestions } from "./questions.ts";

/** Classes at the service centre (business type 2). */
export const careClasses: readonly Concept[] = [
  {
    key: "winter-battery",
    businessType: 2,
    isNotWarm: true,
    venueKinds: ["服务", "中心"],
    months: [10, 11, 12, 1, 2],
    cover: "workshop",
    picture: ["snow", "低温环境下的停放"],
    series: ["yuanshan", "xingyun", "zhuguang", "xiaocheng", "wangye", "zhiwei"],
    titles: [
      "爱车养护讲堂 · {place}：冬季电池这样用",
      "{place}养护讲堂 · 冬天续航去哪儿了",
      "冬季用车第一课 · {place}",
    ],
    subtitles: ["技师讲四十分钟，再带你看一次电池包", "预热、充电、停放，三件小事"],
    openings: [
      "天冷以后，问得最多的是“续航怎么少了”。{dealer}的高压技师准备了四十分钟，把电池怕什么、不怕什么讲清楚。",
      "冬季续航不只靠省。什么时候预热、什么时候充电、停在哪儿，差别比你想的大。{dealer}这一课，讲给每一位过冬的车主。",
    ],
    text: `
# 会讲到
- 电量低于多少时，动能回收会变弱
- 出门前预热二十分钟，插着枪和不插枪差多少
- 热泵空调怎么设，脚不冷又不费电
- 长时间不开，停在多少电量合适
!
# 看得见的部分
课后分组进车间，升起一台车，看电池包的冷却回路和托底防护。可以拍照。
# 顺手做一次检查
听课车主免费检测电池健康度、胎压和玻璃水冰点，十分钟出结果。`,
    tags: ["养护讲堂", "电池", "可进车间"],
    fee: "免费",
    questions: [conceptQuestions.ownSeries, conceptQuestions.mileage, conceptQuestions.trouble],
    agenda: `
14:00 签到 · 爱车送检 | 把钥匙交给接待
14:15 讲堂 · 冬季电池 | 四十分钟，随时提问
15:00 进车间 | 每组十人，佩戴护目镜
15:30 领取检测报告`,
    benefits: `
三项检测 | 电池健康度、胎压、玻璃水冰点
冬季玻璃水 | 每车一瓶
工时券 | ¥100，60 天内可用`,
    rules: `
限青岚车主，每车一席，可带一位同伴
进车间请穿平底鞋，听从技师安排
检测不含维修，检测报告仅供参考`,
    share: "冬天续航去哪儿了，四十分钟讲清楚",
    asksSeries: false,
    pageType: "signup",
    hours: ["14:00-15:45"],
    days: 1,
    seats: [30, 24, 36],
  },
  {
    key: "summer-care",
    businessType: 2,
    venueKinds: ["服务", "中心"],
    months: [4, 5, 6, 7, 8, 9],
    cover: "workshop",
    picture: ["shore", "高温天的海边停车"],
    series: ["yuanshan", "xingyun", "zhuguang", "xiaocheng", "wangye", "zhiwei"],
    titles: [
      "爱车养护讲堂 · {place}：暴晒和暴雨",
      "{place}养护讲堂 · 夏天这样停车",
      "夏季用车第一课 · {place}",
    ],
    subtitles: ["空调、轮胎、积水，三件夏天的事", "技师讲四十分钟，再帮你洗一次空调"],
    openings: [
      "四十度的停车场、说来就来的暴雨，夏天对车比对人更苛刻。{dealer}的技师把这几年遇到的案例整理成四十分钟。",
      "空调有味道、轮胎鼓包、涉水以后能不能开，夏天的问题就这几样。来{dealer}，一次听完。",
    ],
    text: `
# 会讲到
- 暴晒后上车，先开窗还是先开空调
- 水淹到哪里就不要再开，淹过之后先做哪三步
- 高温天的胎压该打多少，长途前看哪里
- 充电桩在太阳底下，会不会变慢
!
# 课后动手
分组体验更换空调滤芯。自己换一次，以后每年省一笔工时。
# 顺手做一次检查
听课车主免费检测空调出风温度、胎压和雨刮，十分钟出结果。`,
    tags: ["养护讲堂", "空调", "动手课"],
    fee: "免费",
    questions: [conceptQuestions.ownSeries, conceptQuestions.mileage, conceptQuestions.trouble],
    agenda: `
14:00 签到 · 爱车送检 | 把钥匙交给接待
14:15 讲堂 · 暴晒和暴雨 | 四十分钟，随时提问
15:00 动手换滤芯 | 每组六人
15:30 领取检测报告`,
    benefits: `
三项检测 | 空调出风温度、胎压、雨刮
空调滤芯 | 每车一枚，现场更换
工时券 | ¥100，60 天内可用`,
    rules: `
限青岚车主，每车一席，可带一位同伴
滤芯按车系准备，请如实填写车系
检测不含维修，检测报告仅供参考`,
    share: "暴晒和暴雨，四十分钟讲清楚",
    asksSeries: false,
    pageType: "signup",
    hours: ["14:00-15:45"],
    days: 1,
    seats: [30, 24, 36],
  },
  {
    key: "beginner",
    businessType: 2,
    venueKinds: ["中心", "服务"],
    cover: "workshop",
    picture: ["city-drive", "学会以后，第一次自己出城"],
    series: ["xiaocheng", "xingyun", "zhiwei"],
    titles: [
      "新手车主课 · {place}：胎压、玻璃水和一次换胎",
      "提车三个月内必修 · {place}新手课",
      "{place}新手车主课 · 仪表盘上的灯都认识",
    ],
    subtitles: ["不用记笔记，动一次手就会", "小班十二人，每人都要拧一次扳手"],
    openings: [
      "拿到驾照不等于会用车。{dealer}的新手课只有十二席，从打开前备舱开始，到自己换好一只轮胎结束。",
      "这一课没有推销，只有扳手。{dealer}的技师会让每个人都动一次手。",
    ],
    text: `
# 九十分钟学会六件事
- 看懂仪表盘上红、黄、绿三种灯
- 自己加玻璃水，知道哪个盖子不能拧
- 量胎压、补胎压，半夜亮灯也不慌
- 用千斤顶和扳手换一只轮胎
- 出事故后的前五分钟做什么
- 用 App 约保养、叫救援、看记录
!
# 小班授课
每班十二人，两位技师。穿方便活动的衣服，手套和工具我们准备。`,
    tags: ["新手", "小班", "动手课"],
    fee: "免费",
    questions: [conceptQuestions.licence, conceptQuestions.ask],
    agenda: `
10:00 签到 · 领手套 | 以上午班为例
10:10 认灯与加注 | 围着一台车讲
10:40 量胎压 | 每人一只胎压表
11:00 换轮胎 | 两人一组，限时不计分
11:30 结课`,
    benefits: `
胎压表 | 结课后归你
应急卡 | 事故、救援、拖车三张卡片
首保提醒 | 到期前七天电话通知`,
    rules: `
不限品牌，不是青岚车主也可以报名
每人限报一班，请准时，迟到 15 分钟后不再入班
操作环节听从技师指导`,
    share: "九十分钟，自己换好一只轮胎",
    asksSeries: false,
    pageType: "signup",
    hours: ["10:00-11:40", "14:00-15:40"],
    days: 1,
    seats: [12],
  },
  {
    key: "open-workshop",
    businessType: 2,
    venueKinds: ["服务", "中心"],
    cover: "workshop",
    picture: ["charging", "车间里的充放电测试"],
    series: ["yuanshan", "xingyun", "wangye"],
    titles: [
      "走进{place}车间：看技师拆一块电池",
      "{place}车间开放日 · 透明维修",
      "从前舱到底盘都打开 · {place}车间开放日",
    ],
    subtitles: ["电池包、电机、底盘，三个工位随便看", "平时隔着玻璃，这次请进来"],
    openings: [
      "平时你隔着玻璃看车间。这一天，{dealer}把门打开，三个工位、五位技师，随便问。",
      "一块电池包里有什么，坏了怎么修，多久修好。{dealer}的开放日，用一台拆开的车回答。",
    ],
    text: `
# 三个工位
- 电池：拆开上盖的教学包，看模组、汇流排和冷却板
- 电机：剖开的驱动电机，用手转一下转子
- 底盘：升起来的整车，从下往上认一遍
!
# 关于价格
墙上贴着常用配件和工时的完整价目，可以拍照带走。觉得哪里贵，请当面问。
# 安全
所有展示件已断电并放置绝缘垫。参观请佩戴护目镜，长发束起。`,
    tags: ["车间开放", "透明维修", "亲子可参加"],
    fee: "免费",
    questions: [conceptQuestions.company, conceptQuestions.ask],
    agenda: `
09:30 签到 · 安全说明 | 以第一场为例
09:45 三个工位轮转 | 每处二十分钟
10:45 自由提问 | 技师长在场`,
    benefits: `
小技师体验 | 8 岁以上儿童可拧一颗螺丝
价目册 | 常用配件与工时，带走一本
工时券 | ¥100，60 天内可用`,
    rules: `
每席可带一位家人，12 岁以下须有成人陪同
请勿触碰黄色高压标识部件
车间内可拍照，请勿拍摄他人车牌`,
    share: "平时隔着玻璃，这次请进来",
    asksSeries: false,
    pageType: "signup",
    hours: ["09:30-11:10", "14:00-15:40"],
    days: 1,
    seats: [18, 24],
  },
];
