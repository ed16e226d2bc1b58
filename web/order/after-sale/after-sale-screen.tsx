import * as orderCss from "../shared/order.module.css";
import { Link } from "react-router";
import { formatDateTime } from "#contract/core/date-text.ts";
import { maxPageSize } from "#contract/core/limit-values.ts";
import { priceText } from "#contract/mall/price-text.ts";
import { listAfterSales, type AfterSale } from "#contract/order/after-sale.ts";
import { send } from "../../platform/http/send.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { AuthGatedSection } from "../../ui/feedback/auth-gated-section.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { orderMessages } from "../shared/order-messages.ts";
import { CaseContent } from "./case-content.tsx";
import { RequestContent } from "./request-content.tsx";

const texts = orderMessages.afterSale;
const Skeleton = () => (
  <div className={contentCss.panel}>
    <SkeletonLine />
    <SkeletonLine kind="sh" />
  </div>
);

const Cases = ({ cases }: { cases: readonly AfterSale[] }) =>
  cases.length === 0 ? (
    <EmptyState title={texts.emptyList} />
  ) : (
    <ul>
      {cases.map(({ afterSaleId, caseNo, stateText, units, refundFen, createdTime }) => (
        <li key={afterSaleId} className={`${contentCss.card} ${orderCss.card}`}>
          <Link to={`/mall/after-sale/${afterSaleId}`}>
            <p className={orderCss.between}>
              <span className={`${textCss.caption} ${textCss.tertiary}`}>
                {orderMessages.caseTitle(caseNo)}
              </span>
              <b className={textCss.small}>{stateText}</b>
            </p>
            <p className={textCss.small}>{units.map(({ title }) => title).join("、")}</p>
            <p className={`${orderCss.between} ${textCss.caption} ${textCss.tertiary}`}>
              {formatDateTime(createdTime)}
              <b className={textCss.numeric}>¥{priceText(refundFen)}</b>
            </p>
          </Link>
        </li>
      ))}
    </ul>
  );

function CaseList() {
  const own = usePersonalData("after-sales", () =>
    send(listAfterSales, { size: maxPageSize }, { isSilent: true }).then(({ list }) => list),
  );
  return (
    <AuthGatedSection data={own} visitor={orderMessages.visitor} skeleton={<Skeleton />}>
      {(cases) => <Cases cases={cases} />}
    </AuthGatedSection>
  );
}

/** After-sales: the list, a new case of an order (`new/<order>`), or one case (mockup 13-mall-after-sale). */
export default function AfterSaleScreen({ rest: [first, second] }: { rest: readonly string[] }) {
  const isNew = first === "new" && second !== undefined;
  const [title, back] = isNew
    ? [texts.title, `/mall/order/${second}`]
    : first === undefined
      ? [texts.list, "/mall/orders"]
      : [texts.detailTitle, "/mall/after-sale"];
  return (
    <Screen brand={useBrand()} hasBar>
      <NavBar title={title} back={back} />
      {isNew ? (
        <RequestContent key={second} orderId={second} />
      ) : first === undefined ? (
        <CaseList />
      ) : (
        <CaseContent key={first} id={first} />
      )}
    </Screen>
  );
}
