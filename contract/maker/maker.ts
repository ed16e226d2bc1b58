import "../core/call.ts";
import * as z from "zod/mini";
import { mobile, upTo, visible } from "../core/fields.ts";
import { vin } from "../owner/owner.ts";

/**
 * Calls of the maker's systems, from server to server (docs/maker-systems.md). They are signed with a shared secret instead
 * of a session, so that they are no calls of the web app: paths below the api base.
 */
export const makerPaths = {
  maintenance: "cop-marketing-base/api/v1/maker/maintenance",
  vip: "cop-marketing-base/api/v1/maker/vip",
} as const;

/** Headers of the signature: ms since the epoch, and base64url of HMAC-SHA-256 of `timestamp.body` under the secret. */
export const makerHeaders = { timestamp: "X-Timestamp", signature: "X-Signature" } as const;

/** Maximum number of records of a call. */
export const maxMakerRecords = 500;

const EARLIEST = Date.UTC(1990, 0, 1);
/** Time of a record: ISO 8601 with an offset. */
const makerTime = z.iso
  .datetime({ offset: true, error: "时间应为带时区的 ISO 8601" })
  .check(z.refine((text) => Date.parse(text) >= EARLIEST, "时间不正确"));
/** A field that a system may send as null or leave out. */
const optionalField = <T extends z.ZodMiniType>(field: T) => z.optional(z.nullable(field));

/** Body of a call. Its records are validated one by one, so that one that is wrong does not refuse the others. */
export const makerBody = z.object({
  records: z
    .array(z.unknown(), "records 应为数组")
    .check(
      z.minLength(1, "至少一条记录"),
      z.maxLength(maxMakerRecords, `每次最多 ${maxMakerRecords} 条记录`),
    ),
});

/** Id of a record in the maker's system. */
const makerRecordId = z.string("请填写记录编号").check(z.regex(/^[A-Za-z0-9._:/-]{1,64}$/, "记录编号不正确"));

/** A visit to a workshop. The car is found by the mobile of its owner, or by the VIN of a verified car. */
export const maintenanceRecord = z
  .object({
    recordId: makerRecordId,
    mobile: optionalField(mobile),
    vin: optionalField(vin),
    dealerCode: z.string("请填写经销商代码").check(z.regex(/^[^\p{C}]{1,40}$/u, "经销商代码不正确")),
    servedTime: makerTime,
  })
  .check(
    z.refine(({ mobile: number, vin: car }) => (number ?? car ?? null) !== null, {
      path: ["mobile"],
      error: "请填写手机号或车架号",
    }),
  );

/** Membership of a person, who is named by mobile or by the openId of the product. */
export const vipRecord = z
  .object({
    mobile: optionalField(mobile),
    openId: optionalField(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, "openId 不正确"))),
    /** false: no member any more. */
    vip: z.boolean("vip 应为 true 或 false"),
    /** Name of the level as it is shown; null: only 会员. */
    level: optionalField(
      z.string().check(
        visible("等级名称不正确"),
        upTo(10, "等级名称最多 10 个字"),
        z.refine((text) => !/[\p{Cc}]/u.test(text), "等级名称不正确"),
      ),
    ),
    /** End of the membership; null: without an end. */
    until: optionalField(makerTime),
  })
  .check(
    z.refine((record) => ((record.mobile ?? null) === null) !== ((record.openId ?? null) === null), {
      path: ["mobile"],
      error: "请填写手机号或 openId 之一",
    }),
  );

/** Reasons to refuse a record; `invalid` names the field. */
const makerFaults = [
  "invalid",
  "repeated",
  "futureTime",
  "unknownDealer",
  "unknownCar",
  "unknownMember",
] as const;
export type MakerFault = (typeof makerFaults)[number];

/** Result of a record, at its place in the call. */
export type MakerRecordResult = {
  /** From 0. */
  readonly index: number;
  /** null: the record has no valid id; memberships have none. */
  readonly recordId: string | null;
  readonly result: "stored" | "updated" | "unchanged" | "refused";
  readonly fault?: MakerFault;
  readonly field?: string;
  readonly message?: string;
};
