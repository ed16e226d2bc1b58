import * as mineCss from "./mine.module.css";
import { useEffect } from "react";
import { Link } from "react-router";
import { formatDateTime } from "#contract/core/date-text.ts";
import { countOrders, seeMallNews } from "#contract/order/order.ts";
import { send } from "../../platform/http/send.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { BagIcon, ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { ClockIcon } from "../../ui/icons/detail-icons.tsx";
import { TruckIcon } from "../../ui/icons/mall-icons.tsx";
import { HourglassIcon } from "../../ui/icons/profile-icons.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { MineEntry } from "./mine-entry.tsx";
import { mineMessages } from "./messages.ts";

const quiet = { isSilent: true } as const;

/** Orders of the mall by state, and its news: parcels, refunds, goods that arrived (requirement MA08). */
export default function MallOrders() {
  const { answer } = usePersonalData("order counts", () => send(countOrders, {}, quiet));
  const { mall } = mineMessages;
  const news = answer?.news ?? [];
  const newest = news[0]?.createdTime;
  // Shown once is seen; they stay on this page until it is left.
  useEffect(() => {
    if (newest !== undefined) void send(seeMallNews, {}, quiet).catch(() => {});
  }, [newest]);
  return (
    <section className={contentCss.card}>
      <div className={mineCss.cardHead}>
        <h2 className={textCss.title3}>{mall.title}</h2>
        <Link className={controlsCss.link} to="/mall/orders" prefetch="intent">
          {mineMessages.all}
          <ChevronRightIcon size={16} />
        </Link>
      </div>
      <nav className={mineCss.grid} aria-label={mall.title}>
        <MineEntry
          to="/mall/orders?tab=pending"
          label={mall.pending}
          EntryIcon={ClockIcon}
          count={answer?.pending ?? 0}
        />
        <MineEntry
          to="/mall/orders?tab=paid"
          label={mall.paid}
          EntryIcon={BagIcon}
          count={answer?.paid ?? 0}
        />
        <MineEntry
          to="/mall/orders?tab=shipping"
          label={mall.shipping}
          EntryIcon={TruckIcon}
          count={answer?.shipping ?? 0}
        />
        <MineEntry
          to="/mall/after-sale"
          label={mall.afterSale}
          EntryIcon={HourglassIcon}
          count={answer?.afterSale ?? 0}
        />
      </nav>
      {news.map(({ kind, aboutId, text, createdTime }) => (
        <Link
          key={`${kind} ${aboutId}`}
          className={contentCss.listRow}
          to={kind === "arrived" ? `/mall/product/${aboutId}` : `/mall/order/${aboutId}`}
        >
          <span className={`${layoutCss.grow} ${textCss.small}`}>
            {text}
            <br />
            <small className={textCss.tertiary}>{formatDateTime(createdTime)}</small>
          </span>
          <ChevronRightIcon size={16} />
        </Link>
      ))}
      <Link className={contentCss.listRow} to="/mall/addresses">
        <span className={layoutCss.grow}>{mall.addresses}</span>
        <ChevronRightIcon size={16} />
      </Link>
    </section>
  );
}
