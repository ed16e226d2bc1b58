import * as orderCss from "../shared/order.module.css";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Address } from "#contract/mall/address.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { listPickupDealers } from "#contract/mall/product.ts";
import { send } from "../../platform/http/send.ts";
import { useCity } from "../../platform/location/city.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { ChevronRightIcon, PinIcon } from "../../ui/icons/common-icons.tsx";
import { PlusIcon } from "../../ui/icons/mall-icons.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import * as overlayCss from "../../ui/overlay/overlay.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { loadAddresses } from "../api.ts";
import { chosenAddressUrl } from "../address/return-path.ts";
import { orderMessages } from "../shared/order-messages.ts";
import { useLoaded } from "../shared/use-loaded.ts";
import { checkoutMessages } from "./checkout-messages.ts";
import type { Checkout } from "./use-checkout.ts";

const newAddressPath = (here: string): string => `/mall/addresses/new?back=${encodeURIComponent(here)}`;
/** The checkout's path below the app's own base, as routes name it. */
function useOwnPath(): string {
  const { pathname, search } = useLocation();
  return `${pathname.slice(pathname.indexOf("/mall/"))}${search}`;
}

/** The addresses to choose from, with a way to add one. */
function AddressSheet({ addresses, onClose }: { addresses: readonly Address[]; onClose: () => void }) {
  const here = useOwnPath();
  const navigate = useNavigate();
  return (
    <Sheet isOpen onClose={onClose} title={checkoutMessages.chooseAddress}>
      <div className={overlayCss.body}>
        {addresses.map(({ addressId, name, mobile, divisionName, detail }) => (
          <button
            key={addressId}
            type="button"
            className={orderCss.press}
            aria-label={`${name} ${maskMobile(mobile)} ${divisionName} ${detail}`}
            onClick={() => {
              onClose();
              void navigate(chosenAddressUrl(here, addressId), { replace: true });
            }}
          >
            <span>
              <b>{name}</b> <span className={textCss.numeric}>{maskMobile(mobile)}</span>
              <br />
              <small dir="auto">
                {divisionName} {detail}
              </small>
            </span>
          </button>
        ))}
        <ButtonLink look="tonal" isWide to={newAddressPath(here)}>
          {checkoutMessages.addAddress}
        </ButtonLink>
      </div>
    </Sheet>
  );
}

/** The address of an express delivery. */
export function AddressPart({ checkout }: { checkout: Checkout }) {
  const { answer } = usePersonalData("addresses", () => loadAddresses(send));
  const [isChoosing, setChoosing] = useState(false);
  const here = useOwnPath();
  const navigate = useNavigate();
  const addresses = answer ?? [];
  const id = checkout.choices.addressId ?? checkout.quote?.addressId;
  // The server's sums name an address if there is one, while the list may still be loading.
  const hasNone = addresses.length === 0 && checkout.quote?.addressId === null;
  const address = addresses.find(({ addressId }) => addressId === id);
  return (
    <section className={`${contentCss.card} ${orderCss.card}`}>
      <button
        type="button"
        className={orderCss.place}
        onClick={() => (hasNone ? void navigate(newAddressPath(here)) : setChoosing(true))}
      >
        {address === undefined ? <PlusIcon /> : <PinIcon />}
        <span className={layoutCss.grow}>
          {address === undefined ? (
            <>
              <b>{checkoutMessages.addAddress}</b>
              <br />
              <small className={textCss.secondary}>{checkoutMessages.addAddressText}</small>
            </>
          ) : (
            <>
              <b>{address.name}</b> <span className={textCss.numeric}>{maskMobile(address.mobile)}</span>
              <br />
              <small className={textCss.secondary} dir="auto">
                {address.divisionName} {address.detail}
              </small>
            </>
          )}
        </span>
        <ChevronRightIcon size={20} />
      </button>
      {isChoosing && <AddressSheet addresses={addresses} onClose={() => setChoosing(false)} />}
    </section>
  );
}

/** The dealer of a pick-up: those of the chosen city. */
export function PickupPart({ checkout }: { checkout: Checkout }) {
  const { code, name } = useCity();
  const skuIds = (checkout.lines ?? []).map(({ skuId }) => skuId).join(",");
  const { answer, reason, reload } = useLoaded(`${code} ${skuIds}`, () =>
    send(listPickupDealers, { skuIds, cityCode: code }, { isSilent: true }),
  );
  const dealers = answer ?? [];
  const { dealerId } = checkout.choices;
  return (
    <fieldset className={`${contentCss.card} ${orderCss.card}`}>
      <legend className={textCss.visuallyHidden}>{checkoutMessages.pickupAt}</legend>
      <p className={`${textCss.caption} ${textCss.tertiary}`}>
        {checkoutMessages.pickupAt} · {name}
      </p>
      {answer !== null && dealers.length === 0 && <Notice>{checkoutMessages.noDealers}</Notice>}
      {answer === null && reason === null && <SkeletonLine />}
      {reason !== null && (
        <p className={orderCss.between}>
          {orderMessages.failed}
          <Button look="quiet" size="small" onClick={() => void reload()}>
            {orderMessages.retry}
          </Button>
        </p>
      )}
      {dealers.map((dealer) => (
        <label key={dealer.id} className={orderCss.press} aria-label={`${dealer.name} ${dealer.address}`}>
          <span>
            <b>{dealer.name}</b>
            <br />
            <small className={textCss.secondary}>{dealer.address}</small>
          </span>
          <input
            type="radio"
            name="dealer"
            checked={dealer.id === dealerId}
            onChange={() => checkout.change({ dealerId: dealer.id })}
          />
        </label>
      ))}
    </fieldset>
  );
}
