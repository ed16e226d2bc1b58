/** Express carriers by their code at kuaidi100, for parcels and for returns. */
export const expressCarriers = {
  shunfeng: { name: "顺丰速运", phone: "95338" },
  zhongtong: { name: "中通快递", phone: "95311" },
  yuantong: { name: "圆通速递", phone: "95554" },
  shentong: { name: "申通快递", phone: "95543" },
  yunda: { name: "韵达快递", phone: "95546" },
  jd: { name: "京东物流", phone: "950616" },
  ems: { name: "EMS", phone: "11183" },
  youzhengguonei: { name: "邮政快递包裹", phone: "11183" },
  debangkuaidi: { name: "德邦快递", phone: "95353" },
  jtexpress: { name: "极兔速递", phone: "956025" },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly phone: string }>>;
