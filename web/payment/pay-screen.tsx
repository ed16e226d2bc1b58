import * as paymentCss from "./payment.module.css";
import { useHref } from "react-router";
import { formatDateTime } from "#contract/core/date-text.ts";
import { priceText } from "#contract/mall/price-text.ts";
import type { OrderDetail } from "#contract/order/order.ts";
import type { PaymentHost, PaymentWay } from "#contract/payment/payment.ts";
import { copyText } from "../platform/browser/copy-text.ts";
import { showToast } from "../platform/http/challenges.ts";
import { absoluteUrlOf } from "../platform/share/share.ts";
import { openAccountOrLogin } from "../platform/session/open-account.ts";
import { useUser } from "../platform/session/use-user.ts";
import { useBrand } from "../platform/environment/site.ts";
import { Countdown } from "../ui/display/countdown.tsx";
import { Price } from "../ui/display/price.tsx";
import { describeFailure } from "../ui/feedback/load-failure.ts";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { SkeletonLine } from "../ui/feedback/skeleton.tsx";
import { Button, ButtonLink } from "../ui/form/button.tsx";
import { ClockIcon } from "../ui/icons/detail-icons.tsx";
import { CheckIcon } from "../ui/icons/form-icons.tsx";
import { NavBar } from "../ui/layout/site-frame.tsx";
import { Screen } from "../ui/layout/screen.tsx";
import { QrCode } from "../ui/media/qr-code.tsx";
import { uiMessages } from "../ui/messages.ts";
import * as contentCss from "../ui/styles/content.module.css";
import * as frameCss from "../ui/styles/frame.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";
import { paymentMessages } from "./payment-messages.ts";
import { usePayment, type PaymentModel } from "./use-payment.ts";

function noteOf(way: PaymentWay, host: PaymentHost): string {
  const { wayNotes } = paymentMessages;
  if (way === "alipay") return host === "desktop" ? wayNotes.alipayPage : wayNotes.alipay;
  if (host === "desktop") return wayNotes.wechatScan;
  return host === "phone" ? wayNotes.wechatOpen : wayNotes.wechat;
}

const Amount = ({ order, onEnd }: { order: OrderDetail; onEnd: () => void }) => (
  <section className={paymentCss.amount}>
    <p className={textCss.small}>{paymentMessages.amount}</p>
    <p>
      <Price fen={order.payableFen} isLarge />
    </p>
    <p className={paymentCss.deadline}>
      {paymentMessages.payIn}
      <Countdown until={order.payBefore} from={order.serverTime} onEnd={onEnd} />
      {paymentMessages.payInEnd}
    </p>
  </section>
);

const Ways = ({ payment }: { payment: PaymentModel }) => (
  <fieldset className={`${contentCss.card} ${paymentCss.card}`}>
    <legend className={textCss.visuallyHidden}>{paymentMessages.title}</legend>
    {payment.ways.map((way) => (
      <label key={way} className={paymentCss.way} aria-label={paymentMessages.ways[way]}>
        <span>
          <b>{paymentMessages.ways[way]}</b>
          <br />
          <small className={textCss.secondary}>{noteOf(way, payment.host)}</small>
        </span>
        <input
          type="radio"
          name="way"
          checked={payment.way === way}
          disabled={payment.isBusy}
          onChange={() => payment.choose(way)}
        />
      </label>
    ))}
  </fieldset>
);

function Facts({ order }: { order: OrderDetail }) {
  const [first] = order.lines;
  const count = order.lines.reduce((sum, { qty }) => sum + qty, 0);
  const facts = [
    [paymentMessages.orderNo, order.orderNo],
    ...(order.address === null
      ? []
      : [[paymentMessages.recipient, `${order.address.name} ${order.address.mobile}`]]),
    [paymentMessages.goods, paymentMessages.goodsText(first?.title ?? "", count)],
  ];
  return (
    <dl className={`${contentCss.card} ${paymentCss.card}`}>
      {facts.map(([label, text]) => (
        <div key={label} className={paymentCss.fact}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A host without a way to pay: the link is taken to one that has (requirement MA40). */
function OtherHost({ order }: { order: OrderDetail }) {
  const path = useHref(`/mall/pay/${order.orderId}`);
  const copy = async (): Promise<void> => {
    if (await copyText(absoluteUrlOf(path))) showToast(paymentMessages.copied);
  };
  return (
    <>
      <div className={paymentCss.hint}>
        <Notice kind="warn">
          {paymentMessages.otherHost}
          <br />
          {paymentMessages.otherHostText(formatDateTime(order.payBefore))}
        </Notice>
      </div>
      <div className={`${frameCss.bottomBar} ${paymentCss.bar}`}>
        <div className={frameCss.inner}>
          <ButtonLink look="outline" className={layoutCss.grow} to={`/mall/order/${order.orderId}`}>
            {paymentMessages.seeOrder}
          </ButtonLink>
          <Button className={layoutCss.grow} onClick={() => void copy()}>
            {paymentMessages.copyLink}
          </Button>
        </div>
      </div>
    </>
  );
}

/** The result is not known yet: the server is asked again, and the person is warned of paying twice. */
const Waiting = ({ isUnknown, look }: { isUnknown: boolean; look: () => void }) => (
  <div className={paymentCss.hint}>
    <Notice kind={isUnknown ? "warn" : "info"}>
      {isUnknown ? paymentMessages.unknown : paymentMessages.waiting}
      {isUnknown && (
        <Button look="quiet" size="small" onClick={look}>
          {paymentMessages.checkAgain}
        </Button>
      )}
    </Notice>
  </div>
);

function Open({ order, payment }: { order: OrderDetail; payment: PaymentModel }) {
  const { state, way, codeUrl, notice, isBusy, pay, look } = payment;
  if (way === null)
    return (
      <>
        <Amount order={order} onEnd={look} />
        <OtherHost order={order} />
      </>
    );
  const text = paymentMessages.pay(paymentMessages.ways[way], priceText(order.payableFen));
  return (
    <>
      <Amount order={order} onEnd={look} />
      {notice !== null && (
        <div className={paymentCss.hint}>
          <Notice kind="warn">{notice}</Notice>
        </div>
      )}
      {state !== "choosing" && <Waiting isUnknown={state === "unknown"} look={look} />}
      <Ways payment={payment} />
      {codeUrl !== null && (
        <section className={`${contentCss.card} ${paymentCss.card} ${paymentCss.scan}`}>
          <QrCode text={codeUrl} label={paymentMessages.scanLabel} />
          <p className={textCss.small}>{paymentMessages.scan}</p>
        </section>
      )}
      <Facts order={order} />
      <div className={paymentCss.hint}>
        <Notice>{paymentMessages.note}</Notice>
      </div>
      <div className={`${frameCss.bottomBar} ${paymentCss.bar}`}>
        <div className={frameCss.inner}>
          <Button className={layoutCss.grow} isBusy={isBusy} onClick={pay}>
            {state === "choosing" ? text : paymentMessages.payAgain}
          </Button>
        </div>
      </div>
    </>
  );
}

type ResultProps = { isPaid: boolean; orderId: string; order: OrderDetail | null };
const Result = ({ isPaid, orderId, order }: ResultProps) => (
  <output className={`${contentCss.empty} ${paymentCss.result}`}>
    <span className={isPaid ? paymentCss.paid : paymentCss.closed}>
      {isPaid ? <CheckIcon size={32} /> : <ClockIcon size={32} />}
    </span>
    <h2 className={textCss.title2}>{isPaid ? paymentMessages.paid : paymentMessages.closed}</h2>
    {isPaid && order !== null && <Price fen={order.paidFen > 0 ? order.paidFen : order.payableFen} isLarge />}
    <p>{isPaid ? paymentMessages.paidText : paymentMessages.closedText}</p>
    <div className={`${layoutCss.row} ${layoutCss.gap3} ${layoutCss.marginTop6} ${layoutCss.centered}`}>
      <ButtonLink to={`/mall/order/${orderId}`} replace>
        {paymentMessages.seeOrder}
      </ButtonLink>
      <ButtonLink look="outline" to="/mall">
        {paymentMessages.goShopping}
      </ButtonLink>
    </div>
  </output>
);

/** The order is being cancelled: nothing can be paid, and what was paid comes back. */
const Closing = ({ orderId }: { orderId: string }) => (
  <output className={paymentCss.result}>
    <EmptyState title={paymentMessages.closing} text={paymentMessages.closingText}>
      <ButtonLink to={`/mall/order/${orderId}`} replace>
        {paymentMessages.seeOrder}
      </ButtonLink>
    </EmptyState>
  </output>
);

/** Payment of an order of the person who is logged in. */
export function PayContent({ orderId }: { orderId: string }) {
  const payment = usePayment(orderId);
  const { order, state, reason, reload } = payment;
  if (state === "paid" || state === "closed")
    return <Result isPaid={state === "paid"} orderId={orderId} order={order} />;
  if (state === "closing") return <Closing orderId={orderId} />;
  if (order !== null) return <Open order={order} payment={payment} />;
  if (reason === null)
    return (
      <div className={contentCss.panel} aria-busy="true">
        <SkeletonLine />
        <SkeletonLine kind="sh" />
      </div>
    );
  const { art, title, text } = describeFailure(reason);
  return (
    <EmptyState art={art} title={title} text={text}>
      <Button look="tonal" onClick={reload}>
        {paymentMessages.retry}
      </Button>
    </EmptyState>
  );
}

/** Payment of an order (mockup 13-mall-pay; requirements MA39–MA41, MA49, MA106). */
export default function PayScreen({ rest: [orderId = ""] }: { rest: readonly string[] }) {
  const isVisitor = useUser() === null;
  return (
    <Screen brand={useBrand()} hasBar>
      <NavBar title={paymentMessages.title} back={`/mall/order/${orderId}`} />
      {isVisitor ? (
        <EmptyState {...paymentMessages.visitor}>
          <Button onClick={openAccountOrLogin}>{uiMessages.logIn}</Button>
        </EmptyState>
      ) : (
        <PayContent key={orderId} orderId={orderId} />
      )}
    </Screen>
  );
}
