import * as orderCss from "../shared/order.module.css";
import { priceText } from "#contract/mall/price-text.ts";
import { mallLimits } from "#contract/mall/limits.ts";
import { afterSaleReasons, type AfterSaleReason } from "#contract/order/after-sale.ts";
import type { OrderDetail, OrderLine } from "#contract/order/order.ts";
import { send } from "../../platform/http/send.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { Price } from "../../ui/display/price.tsx";
import { Button } from "../../ui/form/button.tsx";
import { SegmentedControl } from "../../ui/form/segmented-control.tsx";
import { Stepper } from "../../ui/form/stepper.tsx";
import { PictureField } from "../../ui/media/picture-field.tsx";
import { usePictureUploads } from "../../ui/media/use-picture-uploads.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { loadOrder } from "../api.ts";
import { OrderProduct } from "../shared/order-product.tsx";
import { orderMessages } from "../shared/order-messages.ts";
import { requestableUnits } from "./requestable-units.ts";
import { useRequest, type RequestModel } from "./use-request.ts";

const texts = orderMessages.afterSale;
const MAX_PICTURE_SIDE = 1280;

type UnitProps = { line: OrderLine; model: RequestModel };
/** Choice of a line and of its units. */
function UnitRow({ line, model }: UnitProps) {
  const { lineId, title } = line;
  const most = requestableUnits(line);
  const qty = model.units[lineId] ?? 0;
  return (
    <OrderProduct {...line} qty={null}>
      <div className={orderCss.between}>
        <label className={layoutCss.row}>
          <input
            type="checkbox"
            checked={qty > 0}
            disabled={most === 0}
            aria-label={title}
            onChange={({ target }) => model.setUnit(lineId, target.checked ? most : 0)}
          />
          <span className={textCss.caption}>{texts.most(most)}</span>
        </label>
        {qty > 0 && (
          <Stepper label={title} value={qty} most={most} onChange={(next) => model.setUnit(lineId, next)} />
        )}
      </div>
      {line.noReturn && <p className={`${textCss.caption} ${textCss.accent}`}>{texts.noReturn}</p>}
    </OrderProduct>
  );
}

const Amount = ({ model: { preview, problem } }: { model: RequestModel }) => (
  <section className={`${contentCss.card} ${orderCss.card}`}>
    <p className={orderCss.between}>
      <b>{texts.amount}</b>
      <output>{preview === null ? "—" : <Price fen={preview.refundFen} />}</output>
    </p>
    {preview?.explain.map((sentence) => (
      <p key={sentence} className={`${textCss.caption} ${textCss.secondary}`}>
        {sentence}
      </p>
    ))}
    {problem !== null && <Notice kind="err">{problem}</Notice>}
  </section>
);

const ReasonSelect = ({
  value,
  onChange,
}: {
  value: AfterSaleReason;
  onChange: (reason: AfterSaleReason) => void;
}) => (
  <label className={orderCss.press}>
    {texts.reasonLabel}
    <select
      value={value}
      onChange={({ target }) => {
        const found = afterSaleReasons.find((reason) => reason === target.value);
        if (found !== undefined) onChange(found);
      }}
    >
      {afterSaleReasons.map((reason) => (
        <option key={reason} value={reason}>
          {texts.reasons[reason]}
        </option>
      ))}
    </select>
  </label>
);

function Form({ order }: { order: OrderDetail }) {
  const pictures = usePictureUploads(mallLimits.maxAfterSalePictures, MAX_PICTURE_SIDE);
  const model = useRequest(order, pictures);
  const { preview, kind, isSent } = model;
  if (order.lines.every((line) => requestableUnits(line) === 0)) return <EmptyState title={texts.none} />;
  return (
    <>
      {isSent && (
        <div className={orderCss.note}>
          <SegmentedControl
            name="kind"
            label={texts.kindLabel}
            views={texts.kinds}
            value={kind}
            onChoose={model.setKind}
          />
        </div>
      )}
      <ul className={`${contentCss.card} ${orderCss.card}`}>
        {order.lines.map((line) => (
          <UnitRow key={line.lineId} line={line} model={model} />
        ))}
      </ul>
      <section className={`${contentCss.card} ${orderCss.card} ${orderCss.form}`}>
        <ReasonSelect value={model.reason} onChange={model.setReason} />
        <label className={textCss.small}>
          {texts.text}
          <textarea
            className={orderCss.textArea}
            placeholder={texts.textHint}
            value={model.text}
            onChange={({ target }) => model.setText(target.value)}
          />
        </label>
        <PictureField
          id="after-sale-pictures"
          label={texts.pictures}
          pictures={pictures}
          max={mallLimits.maxAfterSalePictures}
        />
      </section>
      <Amount model={model} />
      <div className={`${frameCss.bottomBar} ${orderCss.bar}`}>
        <div className={frameCss.inner}>
          <Button
            className={layoutCss.grow}
            isBusy={model.isBusy}
            disabled={!model.canSubmit}
            onClick={model.submit}
          >
            {preview !== null
              ? texts.submit(priceText(preview.refundFen))
              : model.isEmpty
                ? texts.chooseFirst
                : texts.submitPlain}
          </Button>
        </div>
      </div>
    </>
  );
}

const Skeleton = () => (
  <div className={contentCss.panel}>
    <SkeletonLine />
    <SkeletonLine kind="sh" />
  </div>
);

/** A new case of an order: units, kind, reason, pictures, with the amount explained before it is asked. */
export function RequestContent({ orderId }: { orderId: string }) {
  const own = usePersonalData(`order ${orderId}`, () => loadOrder(send, orderId), { isFresh: true });
  return (
    <AuthGatedSection data={own} visitor={orderMessages.visitor} skeleton={<Skeleton />}>
      {(order) => <Form order={order} />}
    </AuthGatedSection>
  );
}
