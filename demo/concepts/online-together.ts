import type { OnlineConcept } from "./concept.ts";
import { conceptQuestions } from "./questions.ts";

/** Community campaigns: tests, votes, invitations (business type 3). */
export const onlineTogether: readonly OnlineConcept[] = [
  {
    key: "ota-beta",
    businessType: 3,
    cover: "city-drive",
    picture: ["night-highway", "夜间模式演示"],
    series: ["xingyun", "yuanshan", "zhuguang", "xiaocheng"],
    titles: ["{release}内测招募，先用两周"],
    subtitles: ["提得出问题的人，请进"],
    openings: [
      "{release}准备好了，但还差 500 位愿意先用两周的人。会有小毛病，也会有惊喜，遇到问题请直接说。",
    ],
    text: `
# 这一版有什么
- {one}
- {two}
- {three}
!
# 内测的代价
可能出现卡顿、重启或功能回退。不影响驾驶与制动系统，随时可以退回正式版。
# 我们希望你
两周内提交不少于两条反馈，附上时间和步骤。写得清楚的，工程师会打电话给你。`,
    tags: ["车机", "内测", "可退回"],
    fee: "免费",
    questions: [conceptQuestions.ownSeries, conceptQuestions.version],
    benefits: `
内测标识 | 车友圈头像标识
有效反馈 | 每条 300 积分
署名 | 更新说明中致谢`,
    rules: `
限青岚车主本人车辆，须绑定车机
安装需停车并保持电量 30% 以上，约四十分钟
内测内容请勿外传`,
    share: "提得出问题的人，请进",
    asksSeries: false,
    pageType: "landing",
    editions: [
      {
        from: -5,
        to: 16,
        taken: 388,
        values: {
          release: "车机 4.2 版",
          one: "导航可以按剩余电量改路线，不用自己算",
          two: "倒车时后排屏幕自动暂停，不再吵到驾驶",
          three: "空调记住每个座位上的人",
        },
      },
      {
        from: 30,
        to: 51,
        taken: 0,
        values: {
          release: "新语音助手",
          one: "一句话里可以说三件事",
          two: "听得懂后排孩子的声音，也知道哪些不能听孩子的",
          three: "说“少说两句”，它就真的少说",
        },
      },
    ],
  },
  {
    key: "vote",
    businessType: 3,
    cover: "terrace",
    picture: ["showroom", "送评的实物样品"],
    series: ["xiaocheng", "wangye"],
    titles: ["{matter}，你来选"],
    subtitles: ["票数直接进评审会"],
    openings: ["{matter}，设计部门吵了两个月没有结果。现在把三个方案放上来，票数直接进评审会。"],
    text: `
# 三个方案
- {one}
- {two}
- {three}
!
# 怎么投
每人一票，可以改，截止前以最后一次为准。投完还想说两句的，写下理由，设计师会逐条读一遍。
# 结果
截止后七天公布。落选方案的理由，也会一并说明。`,
    tags: ["共创", "投票", "结果公开"],
    fee: "免费",
    questions: [conceptQuestions.reason],
    benefits: `
投中 | 抽 50 位送实物小样
写下理由 | 得 50 积分
共创者署名 | 量产手册末页`,
    rules: `
每个账号一票，发现刷票即作废
积分在截止后七天内发放
最终方案以量产为准`,
    share: "三个方案，票数直接进评审会",
    asksSeries: false,
    pageType: "landing",
    editions: [
      {
        from: -9,
        to: 18,
        taken: 12480,
        values: {
          matter: "晓城的下一个颜色",
          one: "苔绿：像雨后的石阶",
          two: "柿红：像十月的屋檐",
          three: "雾蓝：像六点钟的江面",
        },
        series: ["xiaocheng"],
      },
      {
        from: 20,
        to: 50,
        taken: 0,
        values: {
          matter: "望野的车顶架",
          one: "平台式：能站人，重一点",
          two: "横杆式：轻，装自行车顺手",
          three: "半幅式：留出天窗，装得少",
        },
        cover: "badlands",
        series: ["wangye"],
      },
    ],
  },
  {
    key: "refer",
    businessType: 3,
    cover: "owner-meet",
    picture: ["city-drive", "朋友试驾的那条路"],
    series: ["yuanshan", "xingyun", "zhuguang", "xiaocheng", "wangye", "zhiwei"],
    titles: ["{name}：请朋友试驾，各得一份礼"],
    subtitles: ["你说一百句，不如让他坐一次"],
    openings: ["总有朋友问你车怎么样。与其说一百句，不如请他来坐一次。{name}期间，你们各得一份礼。"],
    text: `
# 三步
- 生成你的邀请链接，发给朋友
- 朋友通过链接预约并完成试驾
- 试驾后第二天，双方的礼自动到账
!
# 如果他买了
交车后再给你 5,000 积分，给他首年洗车 12 次。不强求，试驾就已经算数。`,
    tags: ["推荐有礼", "双方有份"],
    fee: "免费",
    questions: [],
    benefits: `
你得 | 每位完成试驾的朋友 1,000 积分，至多 10 位
朋友得 | 试驾礼一份与 ¥500 订车券
订车以后 | 你再得 5,000 积分`,
    rules: `
被推荐人须为首次试驾的新用户
同一手机号、同一设备只计一次，自我推荐无效
积分次日到账，有效期一年`,
    share: "你说一百句，不如让他坐一次",
    asksSeries: false,
    pageType: "landing",
    editions: [
      { from: -90, to: -20, taken: 9034, values: { name: "老友推荐季" } },
      { from: -18, to: 100, taken: 2215, values: { name: "同行推荐计划" } },
    ],
  },
];
