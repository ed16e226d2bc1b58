import * as orderCss from "../shared/order.module.css";
import { useNavigate } from "react-router";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { changeOrderAddress, type OrderDetail } from "#contract/order/order.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { ButtonLink } from "../../ui/form/button.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { addressMessages } from "../address/address-messages.ts";
import { loadAddresses } from "../api.ts";
import { orderMessages } from "../shared/order-messages.ts";
import { useLoaded } from "../shared/use-loaded.ts";

/** Choice of another address of the person for an order that was not sent (requirement MA62). */
export function AddressChange({ order, onChanged }: { order: OrderDetail; onChanged: () => Promise<void> }) {
  const navigate = useNavigate();
  const { answer } = useLoaded("addresses", () => loadAddresses(send));
  const { orderId: id } = order;
  const choose = async (addressId: string): Promise<void> => {
    try {
      await send(changeOrderAddress, { id, addressId });
      showToast(orderMessages.addressTaken);
      await onChanged();
      await navigate(`/mall/order/${id}`, { replace: true });
    } catch {
      // The refusal was shown by the call; the list stays for another choice.
    }
  };
  return (
    <div className={`${contentCss.card} ${orderCss.card}`}>
      <Notice>{orderMessages.addressOnce}</Notice>
      {(answer ?? []).map(({ addressId, name, mobile, divisionName, detail }) => (
        <button
          key={addressId}
          type="button"
          className={orderCss.press}
          aria-label={`${name} ${maskMobile(mobile)} ${divisionName} ${detail}`}
          onClick={() => void choose(addressId)}
        >
          <span>
            <b>{name}</b> <span className={textCss.numeric}>{maskMobile(mobile)}</span>
            <br />
            <small>
              {divisionName} {detail}
            </small>
          </span>
        </button>
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
