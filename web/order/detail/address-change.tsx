import * as orderCss from "../shared/order.module.css";
import { useRef } from "react";
import { useNavigate } from "react-router";
import type { Address } from "#contract/mall/address.ts";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { changeOrderAddress, type OrderDetail } from "#contract/order/order.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { useSingleFlight } from "../../ui/hooks/use-single-flight.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { addressMessages } from "../address/address-messages.ts";
import { loadAddresses } from "../api.ts";
import { orderMessages } from "../shared/order-messages.ts";
import { useLoaded } from "../shared/use-loaded.ts";

type AddressButtonProps = { address: Address; isBusy: boolean; onPress: () => void };
const AddressButton = ({ address, isBusy, onPress }: AddressButtonProps) => {
  const { name, mobile, divisionName, detail } = address;
  return (
    <button
      type="button"
      className={orderCss.press}
      aria-label={`${name} ${maskMobile(mobile)} ${divisionName} ${detail}`}
      disabled={isBusy}
      onClick={onPress}
    >
      <span>
        <b>{name}</b> <span className={textCss.numeric}>{maskMobile(mobile)}</span>
        <br />
        <small dir="auto">
          {divisionName} {detail}
        </small>
      </span>
    </button>
  );
};

/** Choice of another address of the person for an order that was not sent (requirement MA62). */
export function AddressChange({ order, onChanged }: { order: OrderDetail; onChanged: () => Promise<void> }) {
  const navigate = useNavigate();
  const { answer, reason, reload } = useLoaded("addresses", () => loadAddresses(send));
  const { orderId: id } = order;
  const change = async ({ addressId, divisionName, detail }: Address): Promise<void> => {
    const { title, yes, no } = orderMessages.addressQuestion;
    // It can be changed once, so that a slip of the finger must not be the one change.
    if (
      !(await raiseChallenge("dialog", {
        title,
        text: `${divisionName} ${detail}`,
        confirm: yes,
        cancel: no,
      }))
    )
      return;
    try {
      await send(changeOrderAddress, { id, addressId });
      showToast(orderMessages.addressTaken);
      await onChanged();
      await navigate(`/mall/order/${id}`, { replace: true });
    } catch {
      // The refusal was shown by the call; the list stays for another choice.
    }
  };
  const chosen = useRef<Address | null>(null);
  const [isBusy, start] = useSingleFlight(async () => {
    if (chosen.current !== null) await change(chosen.current);
  });
  return (
    <div className={`${contentCss.card} ${orderCss.card}`}>
      <Notice>{orderMessages.addressOnce}</Notice>
      {answer === null && reason === null && <SkeletonLine />}
      {reason !== null && (
        <p className={orderCss.between}>
          {orderMessages.failed}
          <Button look="quiet" size="small" onClick={() => void reload()}>
            {orderMessages.retry}
          </Button>
        </p>
      )}
      {(answer ?? []).map((address) => (
        <AddressButton
          key={address.addressId}
          address={address}
          isBusy={isBusy}
          onPress={() => {
            chosen.current = address;
            void start();
          }}
        />
      ))}
      <ButtonLink
        look="tonal"
        isWide
        to={`/mall/addresses/new?back=${encodeURIComponent(`/mall/order/${id}/address`)}`}
      >
        {addressMessages.add}
      </ButtonLink>
    </div>
  );
}
