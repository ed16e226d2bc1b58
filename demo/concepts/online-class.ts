import type { OnlineConcept } from "./concept.ts";
import { conceptQuestions } from "./questions.ts";

/** Small classes by video call, with limited seats and sign-up (business type 2). */
export const onlineClasses: readonly OnlineConcept[] = [
  {
    key: "small-class",
    businessType: 2,
    cover: "workshop",
    picture: ["charging", "讲师桌上的电池包剖面"],
    series: ["xingyun", "yuanshan", "zhuguang", "xiaocheng"],
    titles: ["线上小班课 · {topic}"],
    subtitles: ["{seats} 席，技师在镜头那头一问一答"],
    openings: ["{topic}，说明书写了三页，不如讲一次。这一班只收 {seats} 人，开着麦听，随时打断。"],
    text: `
# 这一课讲什么
- {one}
- {two}
- {three}
!
# 怎么上
报名后凭证里有进入课堂的时间，手机就能听。讲四十分钟，答疑不限时，问完为止。
# 没赶上
满员后可以加入候补，有人退出会按先后补上。课后七天内可以看回放。`,
    tags: ["线上小班", "一问一答", "可候补"],
    fee: "免费",
    questions: [conceptQuestions.ownSeries, conceptQuestions.ask],
    benefits: `
回放 | 七天内不限次数
课后清单 | 一页纸，照着做
答疑 | 问题由同一位技师跟到底`,
    rules: `
每位用户限报一席，不能上课请提前取消
课堂内不录制学员的声音和画面
回放仅供报名者本人观看`,
    share: "说明书三页，不如讲一次",
    asksSeries: false,
    pageType: "signup",
    editions: [
      {
        from: -44,
        to: -14,
        taken: 113,
        quota: 120,
        values: {
          topic: "读懂仪表盘上的电耗",
          seats: "120",
          one: "瞬时、平均、行程三个数字各看什么",
          two: "为什么同一条路，今天比昨天多两度",
          three: "哪些习惯真的省电，哪些只是心理作用",
        },
        cover: "night-highway",
      },
      {
        from: -6,
        to: 24,
        taken: 171,
        quota: 240,
        values: {
          topic: "轮胎的五个问题",
          seats: "240",
          one: "胎压打多少，看哪一张标签",
          two: "花纹磨到哪里该换，鼓包还能不能开",
          three: "四条胎为什么要换位，多久一次",
        },
      },
      {
        from: -4,
        to: 20,
        taken: 60,
        quota: 60,
        values: {
          topic: "第一次走高速",
          seats: "60",
          one: "出发前十分钟检查哪几样",
          two: "辅助驾驶什么时候该自己接过来",
          three: "排队充电时，怎么安排下一站",
        },
        cover: "dusk",
      },
      {
        from: 9,
        to: 40,
        taken: 0,
        quota: 180,
        values: {
          topic: "带孩子出门",
          seats: "180",
          one: "安全座椅装在哪个位置，怎么算装牢",
          two: "后排空调和遮阳，怎么调才不闷",
          three: "晕车的孩子，路线和开法都能帮忙",
        },
        cover: "owner-meet",
      },
      {
        from: 48,
        to: 90,
        taken: 0,
        quota: 180,
        values: {
          topic: "看懂一份保养报价单",
          seats: "180",
          one: "哪几项按里程做，哪几项按时间做",
          two: "工时费怎么算，材料费能不能自带",
          three: "什么话听到了可以先不答应",
        },
      },
    ],
  },
];
