import * as mallCss from "./mall.module.css";
import { Link, type MetaFunction } from "react-router";
import { activityStatusLabels } from "#contract/activity/labels.ts";
import { formatDate } from "#contract/core/date-text.ts";
import { formatLastDate } from "#contract/core/moment-text.ts";
import { requestedCityCode, defaultCity, currentViewpoint } from "../platform/location/city.ts";
import { withLoaderFailure } from "../platform/http/loader-failure.ts";
import { send } from "../platform/http/send.ts";
import { serverSend } from "../platform/http/server-context.ts";
import { brandOf, useBrand } from "../platform/environment/site.ts";
import { usePersonalData } from "../platform/storage/use-personal-data.ts";
import { ButtonLink } from "../ui/form/button.tsx";
import { ChevronRightIcon, PeopleIcon, SearchIcon } from "../ui/icons/common-icons.tsx";
import { TicketIcon } from "../ui/icons/detail-icons.tsx";
import { ResponsivePicture } from "../ui/media/picture.tsx";
import { Screen } from "../ui/layout/screen.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { Tag } from "../ui/display/tag.tsx";
import { loadMallCoupons, loadMall, type MallCampaign, type MallHome } from "./api.ts";
import { mallMessages } from "./messages.ts";
import type { Route } from "./+types/mall-page.ts";
import * as contentCss from "../ui/styles/content.module.css";
import * as controlsCss from "../ui/styles/controls.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

export const meta: MetaFunction = ({ matches }) => [{ title: mallMessages.pageTitle(brandOf(matches).name) }];

export const loader = ({ context, request }: Route.LoaderArgs): Promise<MallHome> =>
  withLoaderFailure(context, loadMall(serverSend(context), requestedCityCode(request) ?? defaultCity.code));
export const clientLoader = ({ request }: Route.ClientLoaderArgs): Promise<MallHome> =>
  loadMall(send, requestedCityCode(request) ?? currentViewpoint().cityCode);

const Banners = ({ banners }: Pick<MallHome, "banners">) => (
  <section className={mallCss.banners} aria-label={mallMessages.banners}>
    {banners.map(({ id, imageUrl, link, title, subtitle, action, tone }, place) => (
      <Link key={id} to={link} className={tone === "dark" ? mallCss.dark : undefined} prefetch="intent">
        <ResponsivePicture
          url={imageUrl}
          width={900}
          height={420}
          widths={[600, 900, 1350]}
          sizes="(min-width: 1024px) 544px, 92vw"
          {...(place === 0 ? { isFirst: true } : { isEager: true })}
        />
        <div className={mallCss.text}>
          <h2 className={textCss.preLine}>{title}</h2>
          <p>{subtitle}</p>
          <span>
            {action}
            <ChevronRightIcon size={16} />
          </span>
        </div>
      </Link>
    ))}
  </section>
);

const SeriesRow = ({ series }: Pick<MallHome, "series">) => (
  <nav className={mallCss.series} aria-label={mallMessages.series}>
    {series.map(({ seriesCode, seriesName, imageUrl }) => (
      <Link key={seriesCode} to={`/list?seriesCode=${seriesCode}`} prefetch="intent">
        <span className={mallCss.picture}>
          <ResponsivePicture url={imageUrl} width={72} height={27} isEager />
        </span>
        {seriesName}
      </Link>
    ))}
  </nav>
);

/** Strip with the user's coupons, linking to the wallet. */
function CouponStrip() {
  const { answer, isVisitor } = usePersonalData("coupons", () => loadMallCoupons(send));
  const usable = (answer ?? []).filter(({ state }) => state === "usable" || state === "soon");
  const soon = usable.filter(({ state }) => state === "soon").length;
  const { coupons } = mallMessages;
  const [title, note] = isVisitor
    ? [coupons.visitor, coupons.visitorNote]
    : answer === null
      ? [coupons.loading, coupons.note]
      : usable.length === 0
        ? [coupons.none, coupons.noneNote]
        : [coupons.some(usable.length), soon > 0 ? coupons.soon(soon) : coupons.note];
  return (
    <Link className={mallCss.strip} to="/mine/coupons" prefetch="intent">
      <TicketIcon />
      <div className={layoutCss.grow}>
        <p className={`${textCss.small} ${textCss.bold}`}>{title}</p>
        <p className={textCss.caption}>{note}</p>
      </div>
      <ChevronRightIcon size={20} />
    </Link>
  );
}

const Card = ({ campaign }: { campaign: MallCampaign }) => {
  const { activityId, title, subtitle, coverUrl, status, startTime, endTime, fee } = campaign;
  return (
    <Link className={`${contentCss.card} ${mallCss.card}`} to={`/online/${activityId}`} prefetch="intent">
      <div className={contentCss.cover}>
        <ResponsivePicture
          url={coverUrl}
          width={336}
          height={336}
          widths={[240, 336, 504, 672]}
          sizes="(min-width: 1024px) 265px, 44vw"
        />
        <span className={contentCss.topLeft}>
          <Tag kind={status === 1 ? "soon" : status === 2 ? "live" : "ended"} isOnPicture>
            {activityStatusLabels.online[status]}
          </Tag>
        </span>
      </div>
      <div className={mallCss.body}>
        <h3 className={`${textCss.small} ${textCss.medium} ${textCss.twoLines}`}>{title}</h3>
        <p className={`${textCss.caption} ${textCss.secondary} ${textCss.ellipsis}`}>{subtitle}</p>
        <p className={`${layoutCss.row} ${layoutCss.spaceBetween} ${textCss.caption}`}>
          <span className={mallCss.fee}>{fee}</span>
          <span className={textCss.tertiary}>
            {status === 1
              ? mallMessages.from(formatDate(startTime))
              : mallMessages.until(formatLastDate(endTime))}
          </span>
        </p>
      </div>
    </Link>
  );
};

/** Link to the car club. */
const ClubStrip = () => (
  <Link className={`${mallCss.strip} ${mallCss.club}`} to="/club" prefetch="intent">
    <PeopleIcon />
    <div className={layoutCss.grow}>
      <p className={`${textCss.small} ${textCss.bold}`}>{mallMessages.club}</p>
      <p className={textCss.caption}>{mallMessages.clubNote}</p>
    </div>
    <ChevronRightIcon size={20} />
  </Link>
);

type SectionProps = { title: string; note?: string; status: 1 | 2; campaigns: readonly MallCampaign[] };

const Section = ({ title, note, status, campaigns }: SectionProps) =>
  campaigns.length === 0 ? null : (
    <section className={contentCss.section}>
      <div className={contentCss.sectionHead}>
        <div>
          <h2 className={textCss.title2}>{title}</h2>
          {note !== undefined && <p className={contentCss.subtitle}>{note}</p>}
        </div>
        <Link
          className={controlsCss.link}
          to={`/list?activityType=online&status=${status}`}
          prefetch="intent"
        >
          {mallMessages.all}
          <ChevronRightIcon size={16} />
        </Link>
      </div>
      <div className={mallCss.grid}>
        {campaigns.map((campaign) => (
          <Card key={campaign.activityId} campaign={campaign} />
        ))}
      </div>
    </section>
  );

/** The mall's home: banners, series, the user's coupons, campaigns. */
export default function MallPage({ loaderData }: Route.ComponentProps) {
  const { banners, series, running, coming } = loaderData;
  return (
    <Screen brand={useBrand()} current="mall">
      <header className={mallCss.top}>
        <h1 className={textCss.visuallyHidden}>{mallMessages.title}</h1>
        <Link className={mallCss.search} to="/list#search" prefetch="intent">
          <SearchIcon size={20} />
          <span className={textCss.ellipsis}>{mallMessages.search}</span>
        </Link>
      </header>
      {banners.length > 0 && <Banners banners={banners} />}
      {series.length > 0 && <SeriesRow series={series} />}
      <CouponStrip />
      <ClubStrip />
      <Section
        title={mallMessages.campaigns}
        note={mallMessages.campaignsNote}
        status={2}
        campaigns={running}
      />
      <Section title={mallMessages.upcoming} status={1} campaigns={coming} />
      {running.length + coming.length === 0 && (
        <EmptyState title={mallMessages.emptyTitle} text={mallMessages.emptyText}>
          <ButtonLink look="tonal" to="/list?activityType=localoffline">
            {mallMessages.activities}
          </ButtonLink>
        </EmptyState>
      )}
    </Screen>
  );
}
