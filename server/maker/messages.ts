import { maxMakerRecords } from "#contract/maker/maker.ts";

/** Texts for the engineers of the maker's systems. */
export const makerMessages = {
  wrongSignature: "签名不正确：请用共享密钥对“时间戳.请求体”计算 HMAC-SHA-256，base64url 编码",
  wrongTime: "时间戳应为 13 位毫秒数，与服务器时间相差不超过 5 分钟",
  replayed: "该请求已经处理过；重试请用新的时间戳重新签名",
  noJson: "请求体应为 UTF-8 编码的 JSON",
  body: `请求体应为 {"records": […]}，每次 1 到 ${maxMakerRecords} 条`,
  faults: {
    invalid: "记录不正确",
    repeated: "同一次请求中已有相同的记录",
    futureTime: "时间晚于现在",
    unknownDealer: "没有这个经销商代码",
    unknownMember: "没有用户使用这个 openId",
    unknownCar: "没有已认证的车主使用这个车架号，请改用手机号",
  },
} as const;
