import "../core/call.ts";
import * as z from "zod/mini";
import { latitude, longitude, upTo, visible } from "../core/fields.ts";

/**
 * Blocks of an online campaign's page, composed by an operator: stored in order as JSON with the activity.
 * All texts are plain and shown as text, except that of a `text` block; messages are shown to the operator at
 * the invalid place.
 */

const text = (max: number) => z.string("请填写文字").check(visible("请填写文字"), upTo(max));
const optionalText = (max: number) => z._default(z.string("应为文字").check(upTo(max)), "");
/** A path of ours or a full https address; http is read as https (requirement K16). */
const address = z.pipe(
  z.pipe(
    z.string("请填写地址").check(z.maxLength(500, "地址太长")),
    z.transform((link) => link.replace(/^http:\/\//i, "https://")),
  ),
  z.string().check(z.regex(/^(?:\/(?![/\\])|https:\/\/[^/\s])[^\s"'<>\\]*$/, "地址应以 https:// 或 / 开头")),
);
const nonEmptyList = <S extends z.core.$ZodType>(item: S, max: number) =>
  z.array(item, "应为列表").check(z.minLength(1, "至少一项"), z.maxLength(max, `最多 ${max} 项`));
const heading = z.optional(text(40));
const isoTimestamp = z.iso.datetime({ offset: true, error: "时间应带时区，如 2026-11-28T10:00:00+08:00" });
const block = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, own: S) =>
  z.object({ ...own, kind: z.literal(kind) });

const picture = z.object({ url: address, alt: text(60), caption: optionalText(60) });

export const pageBlock = z.discriminatedUnion(
  "kind",
  [
    /** A picture across the page with a sentence over it. */
    block("hero", { url: address, title: text(40), subtitle: optionalText(80) }),
    /** Rich text; sanitised when stored. */
    block("text", { title: heading, html: text(20_000) }),
    block("gallery", { title: heading, pictures: nonEmptyList(picture, 12) }),
    block("agenda", {
      title: heading,
      items: nonEmptyList(z.object({ time: text(12), title: text(40), remark: optionalText(120) }), 24),
    }),
    /** Plays when it is tapped, and loads nothing before. */
    block("video", {
      title: heading,
      url: address,
      posterUrl: address,
      label: text(40),
      /** WebVTT; without it the speech is not available as text. */
      captionsUrl: z.optional(address),
    }),
    /** The lead form itself, otherwise a link to the sign-up form. */
    block("form", { title: text(40), remark: optionalText(120) }),
    /** Coupons of the activity. */
    block("coupon", { title: text(40), remark: optionalText(120) }),
    block("map", { title: heading, name: text(40), address: text(100), longitude, latitude }),
    block("faq", {
      title: heading,
      items: nonEmptyList(z.object({ question: text(80), answer: text(600) }), 20),
    }),
    /** Counts down to the campaign's begin or end, or to a given time. */
    block("countdown", {
      title: text(40),
      until: z.union([z.enum(["start", "end"]), isoTimestamp], "时间不正确"),
    }),
    block("people", {
      title: heading,
      people: nonEmptyList(
        z.object({
          name: text(20),
          role: optionalText(40),
          remark: optionalText(200),
          avatarUrl: z.optional(address),
        }),
        12,
      ),
    }),
  ],
  "内容块类型不正确",
);
export type PageBlock = z.output<typeof pageBlock>;
export type BlockOf<K extends PageBlock["kind"]> = Extract<PageBlock, { kind: K }>;
/** Input form of a block, with defaults omitted. */
export type PageBlockInput = z.input<typeof pageBlock>;

const once = ["form", "coupon"] as const;
/** All blocks of a page, as submitted by an operator. */
export const pageBlocks = z.array(pageBlock, "应为列表").check(
  z.maxLength(30, "最多 30 个内容块"),
  z.refine(
    (blocks) => once.every((kind) => blocks.filter((one) => one.kind === kind).length <= 1),
    "报名表单和卡券各最多一个",
  ),
);
