import { Link } from "react-router";
import type { Series } from "#contract/activity/activity.ts";
import { ResponsivePicture } from "../ui/media/picture.tsx";
import { organisationMessages } from "./messages.ts";
import * as contentCss from "../ui/styles/content.module.css";
import * as dealerCss from "./dealer.module.css";
import * as textCss from "../ui/styles/text.module.css";

/** Car series that the dealer's activities offer; each links to its activities. */
export const SeriesRow = ({ series }: { series: readonly Series[] }) =>
  series.length === 0 ? null : (
    <section className={`${contentCss.panel} ${dealerCss.cars}`}>
      <h2>{organisationMessages.series}</h2>
      <nav className={dealerCss.series} aria-label={organisationMessages.series}>
        {series.map(({ seriesCode, seriesName, imageUrl }) => (
          <Link key={seriesCode} to={`/list?seriesCode=${seriesCode}`} prefetch="intent">
            <ResponsivePicture url={imageUrl} width={96} height={36} />
            {seriesName}
          </Link>
        ))}
      </nav>
      <p className={`${textCss.caption} ${textCss.tertiary}`}>{organisationMessages.seriesNote}</p>
    </section>
  );
