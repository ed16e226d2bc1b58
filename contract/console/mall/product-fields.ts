import * as z from "zod/mini";
import { MAX_ORDER_FEN } from "../../benefit/coupon-terms.ts";
import { id, timestamp, upTo, visible } from "../../core/fields.ts";

/** Limits of a product, those of the catalogue file (docs/catalogue.md). */
export const productLimits = {
  title: 60,
  subtitle: 100,
  images: 12,
  options: 3,
  optionName: 12,
  optionValues: 40,
  optionValue: 20,
  tags: 5,
  tag: 12,
  services: 8,
  service: 20,
  series: 50,
  skus: 200,
  content: 200_000,
  stock: 1_000_000,
} as const;

const line = (most: number, empty: string, long: string) =>
  z.string(empty).check(visible(empty), upTo(most, long), z.regex(/^[^\p{Cc}]*$/u, "不能有换行"));
/** Moment that is typed: ISO 8601 with offset. */
export const productTime = z.iso.datetime({ offset: true, error: "时间不正确" });
/** Amount in fen. */
export const productPrice = z
  .int("价格不正确")
  .check(z.minimum(0, "价格不正确"), z.maximum(MAX_ORDER_FEN, "价格不正确"));
const whole = (most: number, message: string) =>
  z.int(message).check(z.minimum(0, message), z.maximum(most, message));
/** Address of a picture: one of ours, or https. */
const picture = z.string().check(z.regex(/^(?:\/media\/[\w./-]+|https:\/\/[^\s"'<>\\]+)$/, "图片地址不正确"));

/** Option of a product with its values. */
const option = z.object({
  name: line(productLimits.optionName, "请填写规格名", `规格名最多 ${productLimits.optionName} 个字`),
  values: z
    .array(line(productLimits.optionValue, "请填写规格值", `规格值最多 ${productLimits.optionValue} 个字`))
    .check(z.minLength(1, "至少一个规格值"), z.maxLength(productLimits.optionValues, "规格值过多")),
});
export type ProductOption = z.output<typeof option>;

/** Fields of a product that are edited; the first picture is the cover, and orders keep copies (requirement MA07). */
export const productFields = z.object({
  title: line(productLimits.title, "请填写标题", `标题最多 ${productLimits.title} 个字`),
  subtitle: z
    .string()
    .check(
      upTo(productLimits.subtitle, `副标题最多 ${productLimits.subtitle} 个字`),
      z.regex(/^[^\p{Cc}]*$/u, "不能有换行"),
    ),
  categoryId: z.string("请选择类目").check(z.regex(/^[0-9]{1,19}$/, "请选择类目")),
  images: z
    .array(picture)
    .check(
      z.minLength(1, "请上传至少一张图片"),
      z.maxLength(productLimits.images, `图片最多 ${productLimits.images} 张`),
    ),
  /** Rich text; sanitised when it is stored. */
  content: z.string().check(upTo(productLimits.content, "详情过长")),
  options: z.array(option).check(z.maxLength(productLimits.options, `规格最多 ${productLimits.options} 项`)),
  tags: z
    .array(line(productLimits.tag, "请填写标签", `标签最多 ${productLimits.tag} 个字`))
    .check(z.maxLength(productLimits.tags, `标签最多 ${productLimits.tags} 个`)),
  services: z
    .array(line(productLimits.service, "请填写服务", `服务最多 ${productLimits.service} 个字`))
    .check(z.maxLength(productLimits.services, `服务最多 ${productLimits.services} 项`)),
  seriesCodes: z
    .array(z.string().check(z.regex(/^[a-z0-9-]{1,20}$/, "车系不正确")))
    .check(z.maxLength(productLimits.series)),
  /** Begin of the sale; null: at once. */
  saleFrom: z.nullable(productTime),
  /** Units of one person; null: no limit. */
  buyMost: z.nullable(z.int("限购数量不正确").check(z.minimum(1, "限购数量不正确"), z.maximum(1_000_000))),
  noReturn: z.boolean(),
  returnDays: z.int("天数不正确").check(z.minimum(0, "天数不正确"), z.maximum(365, "最多 365 天")),
  freightId: z.string("请选择运费模板").check(z.regex(/^[0-9]{1,19}$/, "请选择运费模板")),
  /** null: express only; empty: every dealer. */
  pickupDealers: z.nullable(z.array(id).check(z.maxLength(1_000))),
});
export type ProductFieldValues = z.output<typeof productFields>;
/** Fields of a stored product: an older one may have values that could not be saved today. */
export const storedProductFields = z.object({
  title: z.string(),
  subtitle: z.string(),
  categoryId: z.string(),
  images: z.array(z.string()),
  content: z.string(),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  tags: z.array(z.string()),
  services: z.array(z.string()),
  seriesCodes: z.array(z.string()),
  saleFrom: z.nullable(timestamp),
  buyMost: z.nullable(z.int()),
  noReturn: z.boolean(),
  returnDays: z.int(),
  freightId: z.string(),
  pickupDealers: z.nullable(z.array(z.string())),
});

/** A SKU that is changed (only the given fields) or, without an id, added with its first stock. */
export const skuEdit = z.object({
  skuId: z.nullable(id),
  optionValues: z.array(z.string().check(upTo(productLimits.optionValue))).check(z.maxLength(3)),
  priceFen: z.optional(productPrice),
  listFen: z.optional(z.nullable(productPrice)),
  ownerFen: z.optional(z.nullable(productPrice)),
  weightG: z.optional(whole(10_000_000, "重量不正确")),
  isOn: z.optional(z.boolean()),
  stock: z.optional(whole(productLimits.stock, "库存不正确")),
});
export type MallSkuEdit = z.output<typeof skuEdit>;
