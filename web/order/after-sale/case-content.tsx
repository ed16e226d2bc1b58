import * as stepsCss from "./case-steps.module.css";
import * as orderCss from "../shared/order.module.css";
import { useState } from "react";
import { Link } from "react-router";
import { formatDateTime } from "#contract/core/date-text.ts";
import { priceText } from "#contract/mall/price-text.ts";
import { expressCarriers } from "#contract/order/carriers.ts";
import { cancelAfterSale, sendAfterSale, showAfterSale, type AfterSale } from "#contract/order/after-sale.ts";
import { copyText } from "../../platform/browser/copy-text.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { Price } from "../../ui/display/price.tsx";
import { Button } from "../../ui/form/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { useSingleFlight } from "../../ui/hooks/use-single-flight.ts";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { isCaseMoving, usePollWhileMoving } from "../detail/use-poll-while-moving.ts";
import { OrderProduct } from "../shared/order-product.tsx";
import { orderMessages } from "../shared/order-messages.ts";
import { caseSteps } from "./case-steps.ts";

const texts = orderMessages.afterSale;
const stepLooks = {
  done: stepsCss.done,
  current: stepsCss.current,
  failed: stepsCss.failed,
  open: undefined,
};
type CaseProps = { shown: AfterSale; onChanged: () => Promise<void> };

/** The address that the goods are sent to, as one text for the carrier's form. */
function ReturnAddress({ name, phone, address }: NonNullable<AfterSale["returnAddress"]>) {
  const copy = async (): Promise<void> => {
    if (await copyText(`${name} ${phone} ${address}`)) showToast(orderMessages.copied);
  };
  return (
    <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
      <p className={`${textCss.small} ${layoutCss.grow}`} dir="auto">
        {texts.sendTo}：{name} <span className={textCss.noWrap}>{phone}</span>
        <br />
        {address}
      </p>
      <Button look="outline" size="tiny" onClick={() => void copy()}>
        {texts.copyAddress}
      </Button>
    </div>
  );
}

/** The parcel in which the goods come back: the address to send to, carrier and number. */
function SendForm({ shown, onChanged }: CaseProps) {
  const [carrier, setCarrier] = useState<string>("shunfeng");
  const [trackingNo, setTrackingNo] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, submit] = useSingleFlight(async () => {
    const form = { id: shown.afterSaleId, carrier, trackingNo: trackingNo.trim() };
    const issue = sendAfterSale.args.safeParse(form).error?.issues[0];
    if (issue !== undefined) return setFault(issue.message);
    try {
      await send(sendAfterSale, form, { handlesRefusal: () => true });
      await onChanged();
    } catch (error) {
      setFault(asRefusal(error)?.message ?? null);
    }
  });
  return (
    <section className={`${contentCss.card} ${orderCss.card} ${orderCss.form}`}>
      <h2 className={textCss.title3}>{texts.send}</h2>
      {shown.returnAddress !== null && <ReturnAddress {...shown.returnAddress} />}
      <label className={orderCss.press}>
        {texts.carrier}
        <select value={carrier} onChange={({ target }) => setCarrier(target.value)}>
          {Object.entries(expressCarriers).map(([code, { name }]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <TextField
        label={texts.trackingNo}
        isRequired
        value={trackingNo}
        error={fault}
        autoComplete="off"
        onChange={({ target }) => {
          setTrackingNo(target.value);
          setFault(null);
        }}
      />
      <Button isWide isBusy={isBusy} onClick={() => void submit()}>
        {texts.sendSubmit}
      </Button>
    </section>
  );
}

const Steps = ({ shown }: { shown: AfterSale }) => (
  <ol className={`${contentCss.card} ${orderCss.card} ${stepsCss.steps}`} aria-label={texts.stepsLabel}>
    {caseSteps(shown).map(({ name, state }) => (
      <li
        key={name}
        className={stepLooks[state]}
        aria-current={state === "current" || state === "failed" ? "step" : undefined}
      >
        {name}
      </li>
    ))}
  </ol>
);

function CancelBar({ shown, onChanged }: CaseProps) {
  const [isBusy, cancel] = useSingleFlight(async () => {
    const { title, text, yes, no } = texts.cancelQuestion;
    if (!(await raiseChallenge("dialog", { title, text, confirm: yes, cancel: no }))) return;
    // A refusal was shown by the call; the case may have moved on.
    await send(cancelAfterSale, { id: shown.afterSaleId }).catch(() => {});
    await onChanged();
  });
  return (
    <div className={`${frameCss.bottomBar} ${orderCss.bar}`}>
      <div className={frameCss.inner}>
        <Button look="outline" className={layoutCss.grow} isBusy={isBusy} onClick={() => void cancel()}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
}

/** Whether a case has ended without a refund. */
const isUnpaid = ({ state }: AfterSale): boolean =>
  state === "declined" || state === "withdrawn" || state === "lapsed";

/** One sentence about the case's state and what comes next. */
function heroText({ state, dueTime, refundFen }: AfterSale): string {
  const { hero } = texts;
  if (state === "agreed") return dueTime === null ? hero.agreed : texts.sendBefore(formatDateTime(dueTime));
  return state === "refunding" || state === "done" ? hero[state](priceText(refundFen)) : hero[state];
}

const Facts = ({ shown }: { shown: AfterSale }) => {
  const facts = [
    [texts.caseNo, shown.caseNo],
    [texts.kind, texts.kinds[shown.kind]],
    [texts.reason, texts.reasons[shown.reason]],
    ...(shown.text === "" ? [] : [[texts.text, shown.text]]),
    ...(shown.trackingNo === null ? [] : [[texts.trackingNo, shown.trackingNo]]),
  ];
  return (
    <div className={`${contentCss.card} ${orderCss.card}`}>
      <dl>
        {facts.map(([label, text]) => (
          <div key={label} className={orderCss.fact}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div className={`${orderCss.fact} ${orderCss.total}`}>
          <dt>{isUnpaid(shown) ? texts.askedAmount : texts.amount}</dt>
          <dd>
            <Price fen={shown.refundFen} />
          </dd>
        </div>
      </dl>
      {shown.refundText !== "" && (
        <p className={`${textCss.caption} ${textCss.secondary}`}>{shown.refundText}</p>
      )}
    </div>
  );
};

function Content({ shown, onChanged }: CaseProps) {
  usePollWhileMoving(isCaseMoving(shown), onChanged);
  const { stateText, units, pictureUrls, timeline, actions, orderId } = shown;
  return (
    <>
      <section className={orderCss.hero}>
        <h2 className={textCss.title1}>{stateText}</h2>
        <output className={textCss.small}>{heroText(shown)}</output>
      </section>
      <Steps shown={shown} />
      {shown.decidedReason !== "" && (
        <div className={orderCss.note}>
          <Notice kind="err">
            {texts.declined}：{shown.decidedReason}
          </Notice>
        </div>
      )}
      {actions.includes("send") && <SendForm shown={shown} onChanged={onChanged} />}
      <ul className={`${contentCss.card} ${orderCss.card}`}>
        {units.map(({ lineId, refundFen, ...unit }) => (
          <OrderProduct
            key={lineId}
            {...unit}
            priceFen={isUnpaid(shown) ? null : refundFen}
            qtyText={texts.units(unit.qty)}
          />
        ))}
      </ul>
      <Facts shown={shown} />
      {pictureUrls.length > 0 && (
        <div className={`${contentCss.card} ${orderCss.card} ${orderCss.pictures}`}>
          {pictureUrls.map((url) => (
            <ResponsivePicture key={url} url={url} width={64} height={64} />
          ))}
        </div>
      )}
      <section className={`${contentCss.card} ${orderCss.card}`}>
        <h2 className={`${textCss.title3} ${orderCss.section}`}>{texts.progress}</h2>
        <ol className={orderCss.timeline}>
          {timeline.map(({ text, time }) => (
            <li key={`${time} ${text}`}>
              <p className={textCss.small}>{text}</p>
              <p className={`${textCss.caption} ${textCss.tertiary}`}>{formatDateTime(time)}</p>
            </li>
          ))}
        </ol>
        <Link className={controlsCss.link} to={`/mall/order/${orderId}`}>
          {orderMessages.detailTitle}
        </Link>
      </section>
      {actions.includes("cancel") && <CancelBar shown={shown} onChanged={onChanged} />}
    </>
  );
}

const Skeleton = () => (
  <div className={contentCss.panel}>
    <SkeletonLine />
    <SkeletonLine kind="sh" />
  </div>
);

/** One case with its state, the way back for the goods, and its progress. */
export function CaseContent({ id }: { id: string }) {
  const own = usePersonalData(`after-sale ${id}`, () => send(showAfterSale, { id }, { isSilent: true }));
  return (
    <AuthGatedSection data={own} visitor={orderMessages.visitor} skeleton={<Skeleton />}>
      {(shown) => <Content shown={shown} onChanged={own.reload} />}
    </AuthGatedSection>
  );
}
