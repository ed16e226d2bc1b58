import type { OnlineConcept } from "./concept.ts";
import { conceptQuestions } from "./questions.ts";

/** Contests: diaries, photographs, stories (business type 3). */
export const onlineStories: readonly OnlineConcept[] = [
  {
    key: "pioneer",
    businessType: 3,
    cover: "showroom",
    picture: ["city-drive", "上一位先享官拍下的通勤路"],
    series: ["xingyun"],
    titles: ["{car}先享官招募 200 位"],
    subtitles: ["30 天深度试用，写下你的故事"],
    openings: ["把{car}开回家三十天。上班、接孩子、回老家，照你平时的样子用，然后把好的和不好的都写下来。"],
    text: `
# 入选后，你要做的
- 30 天内行驶不少于 800 公里
- 发布不少于 3 篇真实体验，长短不限
- 归还前和产品经理通一次电话
!
# 怎么选人
不看粉丝数，看你打算怎么用。用车场景写得越具体，越容易入选。邀请 3 位好友助力，可直通复审。
# 名单
申请截止后三天在车友圈公布，并以短信通知。入选后由就近门店交车。`,
    tags: ["深度试用", "共创", "含保险"],
    fee: "免费",
    questions: [conceptQuestions.commute, conceptQuestions.platform, conceptQuestions.story],
    benefits: `
30 天用车权 | 青岚{car}，含保险
600 度充电额度 | 全国 4,200 座合作站可用
先享官身份标识 | 车友圈专属头像框与优先客服
购车抵扣 ¥3,000 | 完成体验任务后发放`,
    rules: `
每位用户仅可申请一次，须年满 22 岁并持有效驾照满一年
试用期间的违章由本人处理
体验内容须真实，不得使用不属于自己的图片`,
    share: "把{car}开回家三十天",
    asksSeries: false,
    pageType: "landing",
    editions: [
      {
        from: -75,
        to: -30,
        taken: 2841,
        values: { car: "远山" },
        cover: "mountain-dawn",
        series: ["yuanshan"],
      },
      { from: -40, to: -5, taken: 1907, values: { car: "知微" }, cover: "shore", series: ["zhiwei"] },
      { from: -15, to: 6, taken: 1326, values: { car: "行云" } },
      { from: 12, to: 47, taken: 0, values: { car: "晓城" }, cover: "terrace", series: ["xiaocheng"] },
      { from: 40, to: 75, taken: 0, values: { car: "逐光" }, cover: "dusk", series: ["zhuguang"] },
      { from: 70, to: 110, taken: 0, values: { car: "望野" }, cover: "badlands", series: ["wangye"] },
      {
        from: 125,
        to: 160,
        taken: 0,
        values: { car: "知微长途版" },
        cover: "shore",
        series: ["zhiwei"],
        isDraft: true,
      },
    ],
  },
  {
    key: "photo-call",
    businessType: 3,
    cover: "night-highway",
    picture: ["dusk", "投稿示例：收工的路"],
    series: ["xingyun", "zhuguang", "yuanshan"],
    titles: ["{theme}摄影征集"],
    subtitles: ["{hint}"],
    openings: ["{hint}。不限器材，不限车型，一张照片加一句话，就可以投稿。"],
    text: `
# 怎么评
三位摄影师打分占六成，车友投票占四成。评委只看画面，不看作者是谁。
!
# 要求
- 照片拍摄于一年内，须为本人作品
- 可以调色和裁切，不接受合成和生成的画面
- 画面里可以没有车，但要有路
# 奖
优秀作品会做成明年的台历，署名并寄送五本。`,
    tags: ["摄影", "投稿", "手机可参加"],
    fee: "免费",
    questions: [conceptQuestions.photos, conceptQuestions.sentence, conceptQuestions.camera],
    benefits: `
十张优秀 | 每位 5,000 积分与台历 5 本
五十张入围 | 每位 1,000 积分
人人有份 | 投稿通过审核即得 100 积分`,
    rules: `
每人最多投 5 张，同一场景请只投一张
驾驶过程中请勿拍摄，请由乘客拍或停车后拍
投稿即同意品牌在注明作者的前提下使用，不另作他用`,
    share: "一张照片，加一句话",
    asksSeries: false,
    pageType: "landing",
    editions: [
      {
        from: -50,
        to: -8,
        taken: 3562,
        values: { theme: "公路日出", hint: "把车停稳，等太阳先出来" },
        cover: "mountain-dawn",
      },
      {
        from: -12,
        to: 8,
        taken: 947,
        values: { theme: "后视镜里的风景", hint: "好看的不一定在前面" },
        cover: "dusk",
      },
      { from: 10, to: 55, taken: 0, values: { theme: "夜路", hint: "路灯、隧道、收费站，和车里的一点光" } },
    ],
  },
  {
    key: "essay",
    businessType: 3,
    cover: "shore",
    picture: ["mountain-dawn", "车主投稿：进山的清晨"],
    series: ["yuanshan", "wangye", "zhiwei"],
    titles: ["我和{road} · {region}车主故事征集"],
    subtitles: ["三百字起，写一段路和一个人"],
    openings: [
      "{region}的车主，大概都开过{road}。{taste}把你在那条路上的事写给我们，三百字起，写一段路和一个人。",
    ],
    text: `
# 想读到的
- 为什么出发，车上坐着谁
- 路上一件没料到的小事
- 后来怎么样了
!
# 会怎么用
每周选一篇，由编辑和你一起改，配插画发在车友圈首页。年底结集印成小册子，作者每人二十本。
# 不会写也行
留一段三分钟以内的语音，编辑替你整理成文。`,
    tags: ["征文", "车主故事", "{region}"],
    fee: "免费",
    questions: [conceptQuestions.ownSeries, conceptQuestions.story],
    benefits: `
入选稿费 | 每篇 ¥500 与 2,000 积分
作者样书 | 结集后每人二十本
参与礼 | 通过审核即得 200 积分`,
    rules: `
须为本人真实经历，未在其他平台发表
文中他人姓名与车牌请做处理
入选后由编辑联系确认，修改稿经作者同意后发布`,
    share: "写一段路和一个人",
    asksSeries: false,
    pageType: "landing",
    editions: { from: -42, step: 15, length: 40 },
  },
  {
    key: "energy",
    businessType: 3,
    cover: "charging",
    picture: ["city-drive", "早高峰的高架"],
    series: ["xingyun", "xiaocheng", "zhuguang"],
    titles: ["百公里电耗挑战 · 第 {number} 期"],
    subtitles: ["开慢一点，和上个月的自己比"],
    openings: [
      "第 {number} 期电耗挑战开始报名。不和别人比，和上个月的自己比：同样的通勤路，看能不能再省一度电。",
    ],
    text: `
# 规则很简单
- 报名后，车机自动记录三十天
- 只计算 20 公里以上的有效里程，不少于 500 公里
- 以自己前三十天的平均电耗为基准，降得多的排前面
!
# 省电的几个笨办法
提前松电门、胎压打够、座椅加热代替空调。第 {number} 期的学习营里，上一期的前三名会讲讲他们怎么开。
# 数据
只读取里程与电耗，不读取位置。可随时在车机里退出。`,
    tags: ["节能", "三十天", "自动记录"],
    fee: "免费",
    questions: [conceptQuestions.ownSeries, conceptQuestions.commute],
    benefits: `
前 100 名 | 充电额度 300 度
完成者 | 充电额度 30 度与电子徽章
省下的碳 | 折算为车主名下的树，每 50 公斤一棵`,
    rules: `
限青岚车主，每车限报一次
请勿为省电影响他人通行或关闭安全功能
数据异常的车辆不计入排名`,
    share: "和上个月的自己比一比",
    asksSeries: false,
    pageType: "landing",
    editions: [
      { from: -45, to: -15, taken: 6120, values: { number: "6" } },
      { from: -14, to: 16, taken: 4378, values: { number: "7" } },
      { from: 17, to: 47, taken: 0, values: { number: "8" } },
      { from: 48, to: 78, taken: 0, values: { number: "9" } },
    ],
  },
];
