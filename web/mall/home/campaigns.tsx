import * as mallHomeCss from "./mall-home.module.css";
import * as productCardCss from "../shared/product-card.module.css";
import { Link } from "react-router";
import { formatLastDate } from "#contract/core/moment-text.ts";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import type { MallCampaign, MallHome } from "../api.ts";
import { mallMessages } from "../messages.ts";
import { HomeSection } from "./home-section.tsx";

const CampaignCard = ({ campaign }: { campaign: MallCampaign }) => {
  const { activityId, title, subtitle, coverUrl, endTime, fee } = campaign;
  return (
    <Link
      className={`${contentCss.card} ${productCardCss.card}`}
      to={`/online/${activityId}`}
      prefetch="intent"
    >
      <div className={contentCss.cover}>
        <ResponsivePicture
          url={coverUrl}
          width={336}
          height={336}
          widths={[240, 336, 504, 672]}
          sizes="(min-width: 1024px) 265px, 44vw"
        />
      </div>
      <div className={productCardCss.body}>
        <h3 className={`${textCss.small} ${textCss.medium} ${textCss.twoLines}`}>{title}</h3>
        <p className={`${textCss.caption} ${textCss.secondary} ${textCss.ellipsis}`}>{subtitle}</p>
        <p className={`${layoutCss.row} ${layoutCss.spaceBetween} ${layoutCss.wrap} ${textCss.caption}`}>
          <span className={mallHomeCss.fee}>{fee}</span>
          <span className={textCss.tertiary}>{mallMessages.until(formatLastDate(endTime))}</span>
        </p>
      </div>
    </Link>
  );
};

/** Running campaigns of the activities module. */
export const Campaigns = ({ campaigns }: Pick<MallHome, "campaigns">) => (
  <HomeSection
    title={mallMessages.campaigns}
    note={mallMessages.campaignsNote}
    to="/list?activityType=online&status=2"
  >
    <div className={productCardCss.grid}>
      {campaigns.map((campaign) => (
        <CampaignCard key={campaign.activityId} campaign={campaign} />
      ))}
    </div>
  </HomeSection>
);
