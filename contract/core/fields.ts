import "./call.ts";
import * as z from "zod/mini";
import { channelNames, type ChannelName } from "./channel-names.ts";
import { limits } from "./limits.ts";
import { countCharacters } from "./characters.ts";
import { isBlank, pickCode, pickMobile } from "./text.ts";

/** Fields shared by several calls. Validation messages are shown at the field. */

/** Id: decimal digits, ordered by time; never a JSON number (requirement K19). */
export const id = z.string().check(z.regex(/^[0-9]{1,19}$/, "编号不正确"));

/** Identifier of a process or of one of its nodes (specification section 3, requirement N07). */
export const flowKey = z.string("编号不正确").check(z.regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, "编号不正确"));

/** Secret part of a staff link: 256 random bits; sent only in request bodies. */
export const staffLink = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, "链接不正确"));

/**
 * Arguments of preview mode (specification section 2, requirement C17). "1" with id "00": the draft that both keys
 * name, published or not, for a valid `previewToken`, the secret of a preview link; otherwise all four are ignored.
 */
export const previewArgs = {
  preview: z.optional(z.string().check(z.maxLength(5))),
  processKey: z.optional(flowKey),
  nodeKey: z.optional(flowKey),
  previewToken: z.optional(z.string().check(z.maxLength(100))),
};

/** Administrative division code of GB/T 2260, six digits. */
export const divisionCode = z.string().check(z.regex(/^[1-9][0-9]{5}$/, "地区代码不正确"));

/** Most characters that are read of a pasted number; the longest SMS has 70 to a part. */
export const maxPasted = 500;
/** Check of a text of people: at most `most` characters, however many UTF-16 units they take. */
export const upTo = (most: number, message?: string) =>
  z.refine<string>(
    (text) => text.length <= most || countCharacters(text) <= most,
    message ?? `最多 ${most} 个字`,
  );
/** Check of a required text: it shows something. */
export const visible = (message: string) => z.refine<string>((text) => !isBlank(text), message);

/** Mobile number of mainland China, 11 digits, read from whatever people paste (`pickMobile`). */
export const mobile = z.pipe(
  z.pipe(z.string("请填写手机号").check(z.maxLength(maxPasted, "手机号不正确")), z.transform(pickMobile)),
  z.string().check(z.regex(/^1[3-9][0-9]{9}$/, "手机号不正确")),
);

/** SMS code, read from whatever people paste (`pickCode`). */
export const smsCode = z.pipe(
  z.pipe(
    z.string("请填写短信验证码").check(z.maxLength(maxPasted, "请填写 6 位短信验证码")),
    z.transform((text) => pickCode(text, 6)),
  ),
  z.string().check(z.regex(/^[0-9]{6}$/, "请填写 6 位短信验证码")),
);

/** Decimal degrees as a JSON number or as text of a query; an empty text is invalid. */
const degrees = (max: number, message: string) =>
  z.pipe(
    z.union(
      [
        z.number(message),
        z.pipe(
          z.string(message).check(z.regex(/^-?[0-9]{1,3}(\.[0-9]{1,20})?$/, message)),
          z.transform(Number),
        ),
      ],
      message,
    ),
    z.number(message).check(z.minimum(-max, message), z.maximum(max, message)),
  );
/** WGS-84 degrees east. */
export const longitude = degrees(180, "经度不正确");
/** WGS-84 degrees north. */
export const latitude = degrees(90, "纬度不正确");

/** A whole number as a JSON number or as text of a query. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z.pipe(
    z.union(
      [
        z.number(message),
        z.pipe(z.string(message).check(z.regex(/^[0-9]{1,9}$/, message)), z.transform(Number)),
      ],
      message,
    ),
    z.number(message).check(z.int(message), z.minimum(min, message), z.maximum(max, message)),
  );

/** Number of items in a page of a list; at most 50 (requirement K24). */
export const pageSize = z._default(
  wholeNumber(1, limits.maxPageSize, "每页数量应在 1 到 50 之间"),
  limits.defaultPageSize,
);
/** Opaque position of the next page, from `nextCursor`. */
export const cursor = z.optional(
  z.string().check(z.maxLength(200), z.regex(/^[A-Za-z0-9_-]+$/, "翻页位置不正确")),
);

/** Timestamp: ISO 8601 with offset. */
export const timestamp = z.string();

/** A person's name, kept code point for code point (requirement L13). */
export const personName = z.string("请填写姓名").check(
  visible("请填写姓名"),
  upTo(limits.maxNameLength, "姓名最多 40 个字"),
  z.refine((text) => !/[\p{Cc}]/u.test(text), "姓名中有不能使用的字符"),
);

/** Consent is given by ticking a box, never by default (requirement M18). */
export const consent = z.literal(true, "请先阅读并同意");

/**
 * Value of a marketing parameter of the landing address, kept through every login redirect (contract section
 * 6).
 */
const channelValue = z.optional(z.string().check(upTo(200)));
export const channel = z.object(
  Object.fromEntries(channelNames.map((name) => [name, channelValue])) as Record<
    ChannelName,
    typeof channelValue
  >,
);
export type Channel = z.output<typeof channel>;
