import { urlOf, type PictureUrls } from "../pictures.ts";
import { pictureHtml } from "../text-templates.ts";
import type { ProductLine } from "./lines.ts";

/** Notes on use by the shape's category. */
const care: Readonly<Record<string, string>> = {
  mat: "按出厂版型裁切，对准卡扣按下即可固定。脏了用清水冲洗，阴干后装回，请勿暴晒。更换时请先取出旧脚垫，不要叠放。",
  scent: "请放在儿童和宠物够不到的地方。液体溅到皮肤上用清水冲净。低于 5 ℃ 时可能变稠，回温后不影响使用。",
  store: "首次使用前请通风一天。织物部分可拆下，30 ℃ 以下机洗，勿漂白、勿烘干。",
  kid: "安装前请对照说明书与车主手册确认座位。每次出发前检查卡扣是否锁到位。布套可机洗，填充物请手洗。",
  cam: "支持全国青岚中心到店安装，预约时请带行驶证。录像保存在本机存储卡里，不上传云端。",
  power: "请使用随附电源线。长时间停车时建议用外接电源，以免电瓶亏电。散热口请留出 5 cm 空隙。",
  rescue: "请放在后备厢侧面的固定位，并每半年检查一次有效期。车外使用前先在车后 150 米处摆好警示牌。",
  box: "下单后两个工作日内由服务商联系勘测。安装须有固定车位和物业同意书，超出 30 米的线缆按实际米数另计。",
  gun: "插拔前请握住枪身，不要拽线。雨天可以正常使用，接口进水时请先晾干。",
  tent: "第一次搭建建议在家里试一次。收起前把沙土抖净、布面晾干，可以多用好几年。大风天气请打满地钉。",
  cook: "首次使用前用热水洗净。不粘面请配木铲或硅胶铲。燃气类用具请在通风处使用。",
  roof: "装载重量含箱体不得超过车顶限重。高速行驶请不超过 120 km/h，每 200 公里检查一次锁点。可在青岚中心安装。",
  wear: "深色与浅色分开洗，30 ℃ 以下，反面晾晒。尺码偏宽松，介于两码之间建议选小一码。",
  bag: "皮质部分会随使用变深，属正常现象。淋湿后请用干布按压吸水，自然阴干。",
  cup: "首次使用前用温水冲洗。请勿盛放碳酸饮料和干冰。密封圈建议每年更换一次，可单独购买。",
  model: "请勿长时间放在阳光直射处。可动部件请轻开轻合。表面用软毛刷除尘，不要用酒精擦拭。",
  souvenir: "皮件会有天然纹理和色差，每一只都不同。金属件可用软布擦亮。",
};

/** The page's text: introduction, parameters, a picture, use and care, delivery. */
export function contentOf(
  { key, title, subtitle, parameters, marks }: ProductLine,
  pictures: PictureUrls,
): string {
  const picture = urlOf(pictures, marks.has("gallery") ? `product-${key}-scene` : `product-${key}`);
  const custom = marks.has("noReturn")
    ? "<p>本品限量编号或按您的要求制作，不适用 7 天无理由退货；有质量问题，收货后 15 天内可退。</p>"
    : "";
  return [
    `<p>${subtitle}。</p>`,
    "<h3>商品参数</h3>",
    `<ul>${parameters.map((one) => `<li>${one}</li>`).join("")}</ul>`,
    `<p>${pictureHtml(picture, title)}</p>`,
    "<h3>使用与养护</h3>",
    `<p>${care[marks.get("c") ?? ""] ?? ""}</p>`,
    "<h3>配送与售后</h3>",
    `<p>现货 48 小时内发出，偏远地区 5–9 天送达。收到后请当面验收，外包装破损可以拒收。</p>${custom}`,
  ].join("");
}

/** Short labels of a card. */
export function tagsOf({ marks, ownerFen }: ProductLine): string[] {
  return [
    ...(marks.has("new") ? ["新品"] : []),
    ...(marks.has("rush") ? ["限时抢购"] : []),
    ...(marks.has("noReturn") ? ["定制"] : []),
    ...(ownerFen === null ? [] : ["车主价"]),
    ...(marks.has("pickup") ? ["可到店"] : []),
  ].slice(0, 3);
}

export function servicesOf({ marks }: ProductLine): string[] {
  return [
    marks.has("noReturn") ? "定制商品不支持无理由退货" : "7 天无理由退货",
    "原厂正品",
    ...(marks.has("pickup") ? ["支持到店自提"] : []),
    marks.has("bulky") ? "大件送货入户" : "满 ¥299 包邮",
  ];
}
