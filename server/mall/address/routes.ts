import {
  addAddress,
  changeAddress,
  listAddresses,
  removeAddress,
  type Address,
} from "#contract/mall/address.ts";
import { mallLimits } from "#contract/mall/limits.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import { requireUser } from "../../http/pipeline/caller.ts";
import type { RpcRouter } from "../../http/pipeline/rpc-router.ts";
import { divisionNameOf } from "../../location/index.ts";
import { addressBookMessages } from "./messages.ts";
import { deleteAddress, insertAddress, listAddressesOf, updateAddress, type AddressEntry } from "./store.ts";

type Place = Pick<AddressEntry, "provinceCode" | "cityCode" | "districtCode">;
const nameOf = ({ provinceCode, cityCode, districtCode }: Place): string | null =>
  divisionNameOf(provinceCode, cityCode, districtCode);
const toAddress = (entry: AddressEntry): Address => ({ ...entry, divisionName: nameOf(entry) ?? "" });

/** @throws Refusal "invalid" for codes that are no place */
function requirePlace(place: Place): void {
  if (nameOf(place) === null)
    throw new Refusal("invalid", { fields: { districtCode: addressBookMessages.division } });
}
const foundOr404 = (entry: AddressEntry | null): Address => {
  if (entry === null) throw new Refusal("notFound");
  return toAddress(entry);
};

/** Registers the addresses of the caller (requirement MA12); those of others are not found (requirement MA18). */
export function addressRoutes({ db, clock }: Pick<AppContext, "db" | "clock">, calls: RpcRouter): void {
  const now = (): Date => new Date(clock.now());
  calls.on(listAddresses, async (_args, caller) =>
    (await listAddressesOf(db, requireUser(caller).userId)).map(toAddress),
  );
  calls.on(addAddress, async (entry, caller) => {
    requirePlace(entry);
    const added = await insertAddress(db, requireUser(caller).userId, entry, now());
    const most = mallLimits.maxAddresses;
    if (added === null) throw new Refusal("tooMany", { message: addressBookMessages.tooMany(most) });
    return toAddress(added);
  });
  calls.on(changeAddress, async ({ id, ...entry }, caller) => {
    requirePlace(entry);
    const changed = { ...entry, addressId: id };
    return foundOr404(await updateAddress(db, requireUser(caller).userId, changed, now()));
  });
  calls.on(removeAddress, async ({ id }, caller) => {
    if (!(await deleteAddress(db, requireUser(caller).userId, id))) throw new Refusal("notFound");
    return null;
  });
}
