import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { consent, id, moment } from "../core/fields.ts";
import { normalizeVin, findVinError } from "./vin.ts";

const path = "community/user/updateUserCarInfo";

/** What people read at the field. */
export const vinErrorMessages = {
  empty: "请填写车架号",
  length: "车架号应为 17 位",
  letters: "车架号由数字和字母组成，不含 I、O、Q",
  checksum: "车架号校验不通过，请对照行驶证核对",
} as const;
const vin = z.pipe(
  z.pipe(
    z.string(vinErrorMessages.empty).check(z.maxLength(40, vinErrorMessages.length)),
    z.transform(normalizeVin),
  ),
  z.string().check(
    z.superRefine((text, context) => {
      const fault = findVinError(text);
      if (fault !== null) context.addIssue(vinErrorMessages[fault]);
    }),
  ),
);

/** What the form sends; the same schema judges it in the browser and on the server. */
export const ownerForm = z.object({
  vin,
  seriesCode: z.string("请选择车系").check(z.regex(/^[a-z0-9-]{1,20}$/, "请选择车系")),
  /** Of the licence's picture, from `uploadPicture`. */
  pictureId: z.string("请上传行驶证照片").check(z.regex(/^[0-9]{1,19}$/, "请上传行驶证照片")),
  consent,
});

const car = { vin: z.string(), seriesCode: z.string(), seriesName: z.string() };
/** Where a person stands as an owner. Chassis numbers are masked. */
export const ownerState = z.object({
  /** Verified, by us or as the operator says. */
  isOwner: z.boolean(),
  /** The newest application; null: there was none. */
  application: z.nullable(
    z.object({
      applicationId: id,
      status: z.enum(["review", "accepted", "declined"]),
      /** Why it was declined. */
      reason: z.nullable(z.string()),
      ...car,
      /** Shows the licence for ten minutes; null: deleted after the decision. */
      pictureUrl: z.nullable(z.string()),
      createdTime: moment,
      decidedTime: z.nullable(moment),
    }),
  ),
  /** Verified cars, newest first. */
  cars: z.array(z.object({ ...car, verifiedTime: moment })),
});
export type OwnerState = z.output<typeof ownerState>;

/**
 * Brings the person's car info up to date: an application under review is asked after again, and
 * where it now stands is answered (contract section 7).
 */
export const updateCarInfo = defineCall({
  name: "updateCarInfo",
  method: "GET",
  base: "api",
  paths: [path],
  who: "user",
  signature: "community",
  args: z.object({}),
  result: ownerState,
  refusals: [],
});

/** Applies to be a verified owner of a car; while one is under review the same one is answered again. */
export const applyAsOwner = defineCall({
  name: "applyAsOwner",
  method: "POST",
  base: "api",
  paths: [path],
  who: "userWithMobile",
  signature: "community",
  args: ownerForm,
  result: ownerState,
  refusals: ["flowBranch", "unreachable"],
});
