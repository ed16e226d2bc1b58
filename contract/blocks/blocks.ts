import "../core/call.ts";
import * as z from "zod/mini";
import { latitude, longitude } from "../core/fields.ts";

/**
 * What an operator composes an online campaign's page of: blocks in order, stored as JSON with the
 * activity. Every text but that of a `text` block is plain and shown as text; messages are what the
 * operator sees at the faulty place.
 */

const text = (most: number) =>
  z.string("请填写文字").check(z.minLength(1, "请填写文字"), z.maxLength(most, `最多 ${most} 个字`));
const free = (most: number) =>
  z._default(z.string("应为文字").check(z.maxLength(most, `最多 ${most} 个字`)), "");
/** A path of ours or a full https address; http is read as https (requirement K16). */
const address = z.pipe(
  z.pipe(
    z.string("请填写地址").check(z.maxLength(500, "地址太长")),
    z.transform((link) => link.replace(/^http:\/\//i, "https://")),
  ),
  z.string().check(z.regex(/^(?:\/(?![/\\])|https:\/\/[^/\s])[^\s"'<>\\]*$/, "地址应以 https:// 或 / 开头")),
);
const list = <S extends z.core.$ZodType>(item: S, most: number) =>
  z.array(item, "应为列表").check(z.minLength(1, "至少一项"), z.maxLength(most, `最多 ${most} 项`));
const heading = z.optional(text(40));
const isoMoment = z.iso.datetime({ offset: true, error: "时间应带时区，如 2026-11-28T10:00:00+08:00" });
const block = <K extends string, S extends z.core.$ZodLooseShape>(kind: K, own: S) =>
  z.object({ ...own, kind: z.literal(kind) });

const picture = z.object({ url: address, alt: text(60), caption: free(60) });

export const pageBlock = z.discriminatedUnion(
  "kind",
  [
    /** A picture across the page with a sentence over it. */
    block("hero", { url: address, title: text(40), subtitle: free(80) }),
    /** Rich text; sanitised when stored. */
    block("text", { title: heading, html: text(20_000) }),
    block("gallery", { title: heading, pictures: list(picture, 12) }),
    block("agenda", {
      title: heading,
      items: list(z.object({ time: text(12), title: text(40), remark: free(120) }), 24),
    }),
    /** Plays when it is tapped, and loads nothing before. */
    block("video", {
      title: heading,
      url: address,
      posterUrl: address,
      label: text(40),
      /** WebVTT; without it what is said in it is not to be read. */
      captionsUrl: z.optional(address),
    }),
    /** Where one takes part: the lead form itself, else the way to the sign-up form. */
    block("form", { title: text(40), remark: free(120) }),
    /** The coupons that the activity gives. */
    block("coupon", { title: text(40), remark: free(120) }),
    block("map", { title: heading, name: text(40), address: text(100), longitude, latitude }),
    block("faq", {
      title: heading,
      items: list(z.object({ question: text(80), answer: text(600) }), 20),
    }),
    /** Until the campaign begins or ends, or until a moment of its own. */
    block("countdown", {
      title: text(40),
      until: z.union([z.enum(["start", "end"]), isoMoment], "时间不正确"),
    }),
    block("people", {
      title: heading,
      people: list(
        z.object({ name: text(20), role: free(40), remark: free(200), avatarUrl: z.optional(address) }),
        12,
      ),
    }),
  ],
  "内容块类型不正确",
);
export type PageBlock = z.output<typeof pageBlock>;
export type BlockOf<K extends PageBlock["kind"]> = Extract<PageBlock, { kind: K }>;
/** As it is written, with defaults left out. */
export type PageBlockInput = z.input<typeof pageBlock>;

const once = ["form", "coupon"] as const;
/** A page's blocks as an operator hands them over. */
export const pageBlocks = z.array(pageBlock, "应为列表").check(
  z.maxLength(30, "最多 30 个内容块"),
  z.refine(
    (blocks) => once.every((kind) => blocks.filter((one) => one.kind === kind).length <= 1),
    "报名表单和权益各最多一个",
  ),
);
