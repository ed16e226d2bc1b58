import type { OnlineConcept } from "./concept.ts";
import { conceptQuestions } from "./questions.ts";

const everySeries = ["yuanshan", "xingyun", "zhuguang", "xiaocheng", "wangye", "zhiwei"] as const;

/** Coupons, classes and plans for owners (business type 2). */
export const onlineCare: readonly OnlineConcept[] = [
  {
    key: "check-coupon",
    businessType: 2,
    cover: "snow",
    mildCover: "workshop",
    picture: ["workshop", "检测工位"],
    series: everySeries,
    titles: ["{quarter}检测礼券{batch}"],
    subtitles: ["28 项免费检测，全国门店通用"],
    openings: ["换季之前，请技师看一眼车。领一张{quarter}检测礼券，全国门店通用，不用排队等活动日。"],
    text: `
# 一张券，做三件事
- 28 项检测，四十分钟出报告
- 玻璃水加满，胎压调到标准值
- 空调滤芯七折
!
# 怎么用
领取后在“我的卡券”里查看，提前一天预约门店，到店出示即可。
# 数量
{stock}每车一份，可以转给家人名下的青岚。`,
    tags: ["检测礼券", "全国通用", "每车一份"],
    fee: "免费",
    questions: [],
    benefits: `
免费检测 | 28 项，附照片报告
玻璃水 | 免费加满
滤芯七折 | 空调滤芯一枚`,
    rules: `
限青岚车主领取，每车一份
领取后 60 天内有效，逾期作废不补
不与门店其他检测活动叠加`,
    share: "28 项免费检测，全国门店通用",
    asksSeries: false,
    pageType: "landing",
    editions: [
      { from: -20, to: 7, taken: 8216, values: { batch: "", stock: "共 10,000 份，领完为止。" } },
      {
        from: 8,
        to: 70,
        taken: 0,
        values: { batch: " · 第二批", stock: "第二批 10,000 份，首批没领到的可以再来。" },
      },
    ],
  },
  {
    key: "region-coupon",
    businessType: 2,
    cover: "workshop",
    picture: ["charging", "门店前的超充站"],
    series: everySeries,
    titles: ["{region}车主关怀礼 · 检测与补胎券"],
    subtitles: ["{region}门店通用，领了就能约"],
    openings: ["{taste}这条路上，轮胎和刹车辛苦了。{region}门店给车主备了一份礼：检测一次，补胎两次。"],
    text: `
# 券包里有
- 底盘与制动检测一次
- 补胎券两张，含拆装与动平衡
- 四轮换位工时半价
!
# 在哪儿用
{region}内任意青岚中心或青岚服务。外地车主路过也能用，出示券码即可。`,
    tags: ["关怀礼", "{region}", "路过可用"],
    fee: "免费",
    questions: [],
    benefits: `
检测 | 底盘与制动一次
补胎 | 两次，含动平衡
换位 | 四轮换位工时半价`,
    rules: `
每车一份，共 2,000 份
领取后 90 天内有效
鼓包、侧壁破损的轮胎不适用补胎`,
    share: "检测一次，补胎两次",
    asksSeries: false,
    pageType: "landing",
    editions: { from: -24, step: 12, length: 45 },
  },
  {
    key: "live-class",
    businessType: 2,
    cover: "workshop",
    picture: ["night-highway", "课程画面"],
    series: everySeries,
    titles: ["直播课：{topic}"],
    subtitles: ["{teacher}主讲，可回看七天"],
    openings: ["{date}晚八点，{teacher}讲{topic}。四十分钟，讲完答疑，错过了可以回看七天。"],
    text: `
# 会讲到
- {one}
- {two}
- {three}
!
# 怎么提问
预约时写下问题，优先回答。直播中也可以发在留言里，讲师每十分钟看一次。`,
    tags: ["直播", "可回看", "答疑"],
    fee: "免费",
    questions: [conceptQuestions.ownSeries, conceptQuestions.ask],
    benefits: `
课件 | 直播后发到“我的报名”
答疑 | 预约时提问优先
积分 | 看满三十分钟得 50 积分`,
    rules: `
预约后开播前十分钟短信提醒
请勿录屏转载
讲师意见供参考，具体车况以门店检测为准`,
    share: "四十分钟，讲完答疑",
    asksSeries: false,
    pageType: "landing",
    editions: [
      {
        from: -24,
        to: -16,
        taken: 5210,
        values: {
          topic: "洗车的学问",
          teacher: "漆面技师老康",
          one: "为什么自动洗车会留圈痕",
          two: "两桶水该怎么换",
          three: "哪些清洁剂不能碰镀膜",
        },
        cover: "used-car",
      },
      {
        from: -10,
        to: -2,
        taken: 7634,
        values: {
          topic: "电池健康度怎么看",
          teacher: "三电工程师沈知秋",
          one: "100% 掉到 96% 要不要紧",
          two: "快充慢充各占几成合适",
          three: "换车时怎么读报告",
        },
        cover: "charging",
      },
      {
        from: -4,
        to: 75,
        taken: 1842,
        values: {
          topic: "夜路怎么开更安全",
          teacher: "驾驶教练梁平",
          one: "远光灯什么时候关",
          two: "会车那两秒看哪里",
          three: "困了怎么办，不是开窗",
        },
        cover: "night-highway",
      },
      {
        from: 2,
        to: 10,
        taken: 0,
        values: {
          topic: "一只轮胎能用几年",
          teacher: "底盘技师周野",
          one: "生产日期印在哪里",
          two: "四只一起换还是换两只",
          three: "静音胎贵在哪儿",
        },
      },
      {
        from: 6,
        to: 14,
        taken: 0,
        values: {
          topic: "长途充电怎么排",
          teacher: "路书作者阿澈",
          one: "节假日避开哪些服务区",
          two: "一次充到 80% 还是 95%",
          three: "山路的电耗怎么估",
        },
        cover: "mountain-dawn",
      },
      {
        from: 20,
        to: 28,
        taken: 0,
        values: {
          topic: "辅助驾驶的十个误会",
          teacher: "驾驶教练梁平",
          one: "它为什么突然刹了一下",
          two: "雨天能不能开",
          three: "事故了算谁的",
        },
        cover: "night-highway",
      },
      {
        from: 34,
        to: 42,
        taken: 0,
        values: {
          topic: "车险怎么买才够",
          teacher: "保险顾问许青",
          one: "三者险买多少",
          two: "电池单独投保有没有必要",
          three: "小剐蹭报不报",
        },
        cover: "city-drive",
      },
      {
        from: 55,
        to: 63,
        taken: 0,
        values: {
          topic: "儿童座椅怎么装",
          teacher: "安全讲师何小满",
          one: "反向坐到几岁",
          two: "接口与安全带哪个牢",
          three: "第三排能不能装",
        },
        cover: "shore",
      },
    ],
  },
  {
    key: "care-plan",
    businessType: 2,
    cover: "workshop",
    picture: ["city-drive", "保养完毕的车"],
    series: everySeries,
    titles: ["{plan}预售，比到店单买省 {saving}"],
    subtitles: ["全国门店通用，不用完可退"],
    openings: ["{plan}开售。包含的项目和次数写在下面，没有用完的部分，按原价折算退回。"],
    text: `
# 包含
- {one}
- {two}
- {three}
!
# 三个放心
- 全国门店通用，换城市也能用
- 到期没用完，按次退款
- 卖车时可随车转让一次`,
    tags: ["保养套餐", "可退", "可转让"],
    fee: "¥{price}",
    questions: [conceptQuestions.ownSeries, conceptQuestions.mileage],
    benefits: `
预售价 | ¥{price}，比单买省 {saving}
加赠 | 代步车服务一天
积分 | 购买得 500 积分`,
    rules: `
留下联系方式后由门店电话确认并签约付款
自签约日起两年内有效
事故维修与轮胎更换不在套餐内`,
    share: "没用完可以退",
    asksSeries: true,
    pageType: "lead",
    editions: [
      {
        from: -3,
        to: 40,
        taken: 1568,
        values: {
          plan: "两年保养套餐",
          saving: "¥860",
          price: "1,680",
          one: "常规检查四次，含三电检测",
          two: "制动液、冷却液各一次",
          three: "空调滤芯四枚、雨刮两副",
        },
      },
      {
        from: 45,
        to: 90,
        taken: 0,
        values: {
          plan: "轮胎养护年卡",
          saving: "¥320",
          price: "398",
          one: "四轮换位两次",
          two: "动平衡两次、四轮定位一次",
          three: "补胎不限次",
        },
      },
    ],
  },
];
