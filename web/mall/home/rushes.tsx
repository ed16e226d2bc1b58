import * as mallHomeCss from "./mall-home.module.css";
import { Link, useRevalidator } from "react-router";
import type { RushCard } from "#contract/mall/product.ts";
import { Countdown } from "../../ui/display/countdown.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { mallMessages } from "../messages.ts";
import { ListPrice, Price } from "../../ui/display/price.tsx";
import { HomeSection } from "./home-section.tsx";

const Card = ({ rushCard, isRunning }: { rushCard: RushCard; isRunning: boolean }) => {
  const { productId, title, coverUrl, priceFen, listFen, rush } = rushCard;
  return (
    <Link
      className={`${contentCss.card} ${mallHomeCss.rush}`}
      to={`/mall/product/${productId}`}
      prefetch="intent"
    >
      <div className={contentCss.cover}>
        <ResponsivePicture url={coverUrl} width={200} height={200} sizes="(min-width: 1024px) 200px, 148px" />
      </div>
      <div className={mallHomeCss.body}>
        <h3 className={`${textCss.small} ${textCss.medium} ${textCss.ellipsis}`}>{title}</h3>
        <p>
          <Price fen={rush.priceFen} />{" "}
          <ListPrice listFen={Math.max(listFen ?? 0, priceFen)} fen={rush.priceFen} />
        </p>
        {isRunning && (
          <p className={`${textCss.caption} ${textCss.accent}`}>
            {mallMessages.rush.taken(rush.takenPercent)}
          </p>
        )}
      </div>
    </Link>
  );
};

/** 限时抢购: the running rush sales, or the next ones, with the time until their end or beginning. */
export function Rushes({ rushes, serverTime }: { rushes: readonly RushCard[]; serverTime: string }) {
  const { revalidate } = useRevalidator();
  const now = Date.parse(serverTime);
  const running = rushes.filter(({ rush }) => Date.parse(rush.fromTime) <= now);
  const isRunning = running.length > 0;
  const next = rushes[0]?.rush;
  const shown = isRunning ? running : rushes.filter(({ rush }) => rush.fromTime === next?.fromTime);
  const times = shown.map(({ rush }) => (isRunning ? rush.toTime : rush.fromTime)).sort();
  const [until] = times;
  if (until === undefined) return null;
  return (
    <HomeSection
      title={mallMessages.rush.title}
      note={
        <span className={mallHomeCss.ends}>
          {isRunning ? mallMessages.rush.running : mallMessages.rush.coming}
          <Countdown until={until} from={serverTime} onEnd={() => void revalidate()} />
        </span>
      }
    >
      <div className={mallHomeCss.rushes}>
        {shown.map((rushCard) => (
          <Card key={rushCard.rush.rushId} rushCard={rushCard} isRunning={isRunning} />
        ))}
      </div>
    </HomeSection>
  );
}
