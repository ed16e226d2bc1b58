import { defineCall } from "../core/call.ts";
import * as z from "zod/mini";
import { divisionCode, id, mobile, personName, upTo, visible } from "../core/fields.ts";
import { mallLimits } from "./limits.ts";
import { mallPath } from "./product.ts";

const addressFields = {
  name: personName,
  mobile,
  provinceCode: divisionCode,
  cityCode: divisionCode,
  districtCode: divisionCode,
  detail: z
    .string("请填写详细地址")
    .check(visible("请填写详细地址"), upTo(mallLimits.maxAddressDetail, "详细地址最多 100 个字")),
};
const newAddress = z.object({ ...addressFields, isDefault: z._default(z.boolean(), false) });
export type NewAddress = z.input<typeof newAddress>;
/** An address, whole for its person alone (requirement MA12). */
const address = z.object({
  ...addressFields,
  addressId: id,
  isDefault: z.boolean(),
  divisionName: z.string(),
});
export type Address = z.output<typeof address>;

/** The caller's addresses, the default one first. */
export const listAddresses = defineCall({
  name: "listAddresses",
  method: "GET",
  base: "api",
  paths: [`${mallPath}/address/list`],
  audience: "user",
  args: z.object({}),
  result: z.array(address),
  refusals: [],
});

/** Adds an address; at most 20. */
export const addAddress = defineCall({
  name: "addAddress",
  method: "POST",
  base: "api",
  paths: [`${mallPath}/address`],
  audience: "user",
  args: newAddress,
  result: address,
  refusals: ["tooMany"],
});

export const changeAddress = defineCall({
  name: "changeAddress",
  method: "PUT",
  base: "api",
  paths: [`${mallPath}/address/:id`],
  audience: "user",
  args: z.extend(newAddress, { id }),
  result: address,
  refusals: ["notFound"],
});

export const removeAddress = defineCall({
  name: "removeAddress",
  method: "DELETE",
  base: "api",
  paths: [`${mallPath}/address/:id`],
  audience: "user",
  args: z.object({ id }),
  result: z.null(),
  refusals: ["notFound"],
});
