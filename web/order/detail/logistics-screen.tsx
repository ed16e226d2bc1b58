import * as orderCss from "../shared/order.module.css";
import { formatDateTime } from "#contract/core/date-text.ts";
import { trackShipment, type TrackedShipment } from "#contract/order/order.ts";
import { copyText } from "../../platform/browser/copy-text.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { Button } from "../../ui/form/button.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { orderMessages } from "../shared/order-messages.ts";

const Skeleton = () => (
  <div className={contentCss.panel}>
    <SkeletonLine />
    <SkeletonLine kind="sh" />
  </div>
);

function Track({ shipment }: { shipment: TrackedShipment }) {
  const { carrierName, carrierPhone, trackingNo, state, nodes } = shipment;
  const copy = async (): Promise<void> => {
    if (await copyText(trackingNo)) showToast(orderMessages.copied);
  };
  return (
    <>
      <section className={orderCss.amount}>
        <h2 className={textCss.title2}>{orderMessages.shipmentStates[state]}</h2>
        <p className={textCss.small}>
          {carrierName} <span className={textCss.numeric}>{trackingNo}</span>
        </p>
        <p>
          <Button look="quiet" size="small" onClick={() => void copy()}>
            {orderMessages.copy}
          </Button>
          {carrierPhone !== "" && (
            <a className={`${controlsCss.link} ${textCss.bold}`} href={`tel:${carrierPhone}`}>
              {orderMessages.callCarrier}
            </a>
          )}
        </p>
      </section>
      {(state === "problem" || state === "returned") && (
        <div className={orderCss.note}>
          <Notice kind="warn">{orderMessages.trackHints[state]}</Notice>
        </div>
      )}
      <section className={`${contentCss.card} ${orderCss.card}`}>
        {nodes.length === 0 ? (
          <>
            <p className={textCss.small}>{orderMessages.noTrack}</p>
            <p className={`${textCss.caption} ${textCss.tertiary}`}>{orderMessages.noTrackHint}</p>
          </>
        ) : (
          <ol className={orderCss.timeline}>
            {nodes.map(({ time, text, city }) => (
              <li key={`${time} ${text}`}>
                <p className={textCss.small}>{text}</p>
                <p className={`${textCss.caption} ${textCss.tertiary}`}>
                  {formatDateTime(time)}
                  {city !== "" && ` · ${city}`}
                </p>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

/** The track of a parcel (mockup 13-mall-logistics). */
export default function LogisticsScreen({ rest: [id = ""] }: { rest: readonly string[] }) {
  const own = usePersonalData(`shipment ${id}`, () => send(trackShipment, { id }, { isSilent: true }));
  return (
    <Screen brand={useBrand()} hasBar>
      <NavBar
        title={orderMessages.logistics}
        back={own.answer === null ? "/mall/orders" : `/mall/order/${own.answer.orderId}`}
      />
      <AuthGatedSection data={own} visitor={orderMessages.visitor} skeleton={<Skeleton />}>
        {(shipment) => <Track shipment={shipment} />}
      </AuthGatedSection>
    </Screen>
  );
}
