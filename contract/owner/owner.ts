import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { consent, id, maxPasted, timestamp } from "../core/fields.ts";
import { normalizeVin, findVinError } from "./vin.ts";

const path = "community/user/updateUserCarInfo";

/** Validation messages of the field. */
const vinErrorMessages = {
  empty: "请填写车架号",
  length: "车架号应为 17 位",
  letters: "车架号由数字和字母组成，不含 I、O、Q",
  checksum: "车架号校验不通过，请对照行驶证核对",
} as const;
/** Chassis number, read from whatever people paste. */
export const vin = z.pipe(
  z.pipe(
    z.string(vinErrorMessages.empty).check(z.maxLength(maxPasted, vinErrorMessages.length)),
    z.transform(normalizeVin),
  ),
  z.string().check(
    z.superRefine((text, context) => {
      const fault = findVinError(text);
      if (fault !== null) context.addIssue(vinErrorMessages[fault]);
    }),
  ),
);

/** Data of the form; the same schema validates it in the browser and on the server. */
export const ownerForm = z.object({
  vin,
  seriesCode: z.string("请选择车系").check(z.regex(/^[a-z0-9-]{1,20}$/, "请选择车系")),
  /** Id of the licence's picture, from `uploadPicture`. */
  pictureId: z.string("请上传行驶证照片").check(z.regex(/^[0-9]{1,19}$/, "请上传行驶证照片")),
  consent,
});

const car = { vin: z.string(), seriesCode: z.string(), seriesName: z.string() };
/** State of a person as an owner. Chassis numbers are masked. */
const ownerState = z.object({
  /** Verified, by us or by the operator's data. */
  isOwner: z.boolean(),
  /** The newest application; null: none. */
  application: z.nullable(
    z.object({
      applicationId: id,
      status: z.enum(["review", "accepted", "declined"]),
      /** Reason of the rejection. */
      reason: z.nullable(z.string()),
      ...car,
      /** Address of the licence's picture, valid for ten minutes; null: deleted after the decision. */
      pictureUrl: z.nullable(z.string()),
      createdTime: timestamp,
      decidedTime: z.nullable(timestamp),
    }),
  ),
  /** Verified cars, newest first. */
  cars: z.array(z.object({ ...car, verifiedTime: timestamp })),
});
export type OwnerState = z.output<typeof ownerState>;

/**
 * Refreshes the person's car information: queries an application under review again and returns its current
 * status (contract section 7).
 */
export const updateCarInfo = defineCall({
  name: "updateCarInfo",
  method: "GET",
  base: "api",
  paths: [path],
  audience: "user",
  signature: "community",
  args: z.object({}),
  result: ownerState,
  refusals: [],
});

/** Applies for verification as owner of a car; returns the existing application while one is under review. */
export const applyAsOwner = defineCall({
  name: "applyAsOwner",
  method: "POST",
  base: "api",
  paths: [path],
  audience: "userWithMobile",
  signature: "community",
  args: ownerForm,
  result: ownerState,
  refusals: ["flowBranch", "unreachable"],
});
