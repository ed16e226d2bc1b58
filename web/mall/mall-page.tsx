import "./mall.css";
import { Link, type MetaFunction } from "react-router";
import { activityStatusLabels } from "#contract/activity/labels.ts";
import { requestedCityCode, defaultCity, currentViewpoint } from "../platform/location/city.ts";
import { withLoaderFailure } from "../platform/http/loader-failure.ts";
import { send } from "../platform/http/send.ts";
import { serverSend } from "../platform/http/server-context.ts";
import { brandOf, useBrand } from "../platform/environment/site.ts";
import { usePersonalData } from "../platform/storage/use-personal-data.ts";
import { ButtonLink } from "../ui/form/button.tsx";
import { formatDate } from "../ui/display/format.ts";
import { ChevronRightIcon, PeopleIcon, SearchIcon } from "../ui/icons/common-icons.tsx";
import { TicketIcon } from "../ui/icons/detail-icons.tsx";
import { ResponsivePicture } from "../ui/media/picture.tsx";
import { Screen } from "../ui/layout/screen.tsx";
import { EmptyState } from "../ui/feedback/empty-state.tsx";
import { Tag } from "../ui/display/tag.tsx";
import { loadMallCoupons, loadMall, type MallCampaign, type MallHome } from "./api.ts";
import { mallMessages } from "./messages.ts";
import type { Route } from "./+types/mall-page.ts";

export const meta: MetaFunction = ({ matches }) => [{ title: mallMessages.pageTitle(brandOf(matches).name) }];

export const loader = ({ context, request }: Route.LoaderArgs): Promise<MallHome> =>
  withLoaderFailure(context, loadMall(serverSend(context), requestedCityCode(request) ?? defaultCity.code));
export const clientLoader = ({ request }: Route.ClientLoaderArgs): Promise<MallHome> =>
  loadMall(send, requestedCityCode(request) ?? currentViewpoint().cityCode);

const Banners = ({ banners }: Pick<MallHome, "banners">) => (
  <section className="ml-banners" aria-label={mallMessages.banners}>
    {banners.map(({ id, imageUrl, link, title, subtitle, action, tone }, place) => (
      <Link key={id} to={link} className={tone} prefetch="intent">
        <ResponsivePicture
          url={imageUrl}
          width={900}
          height={420}
          widths={[600, 900, 1350]}
          sizes="(min-width: 1024px) 544px, 92vw"
          {...(place === 0 ? { isFirst: true } : { isEager: true })}
        />
        <div className="tx">
          <h2 className="pre">{title}</h2>
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
  <nav className="ml-series" aria-label={mallMessages.series}>
    {series.map(({ seriesCode, seriesName, imageUrl }) => (
      <Link key={seriesCode} to={`/list?seriesCode=${seriesCode}`} prefetch="intent">
        <span className="im">
          <ResponsivePicture url={imageUrl} width={72} height={27} isEager />
        </span>
        {seriesName}
      </Link>
    ))}
  </nav>
);

/** The person's coupons, on the way to them. */
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
    <Link className="ml-own" to="/mine/coupons" prefetch="intent">
      <TicketIcon />
      <div className="f1">
        <p className="bs b">{title}</p>
        <p className="cap">{note}</p>
      </div>
      <ChevronRightIcon size={20} />
    </Link>
  );
}

const Card = ({ campaign }: { campaign: MallCampaign }) => {
  const { activityId, title, subtitle, coverUrl, status, startTime, endTime, fee } = campaign;
  return (
    <Link className="card ml-card" to={`/online/${activityId}`} prefetch="intent">
      <div className="cover">
        <ResponsivePicture
          url={coverUrl}
          width={336}
          height={336}
          widths={[240, 336, 504, 672]}
          sizes="(min-width: 1024px) 265px, 44vw"
        />
        <span className="tl">
          <Tag kind={status === 1 ? "soon" : status === 2 ? "live" : "ended"} isOnPicture>
            {activityStatusLabels.online[status]}
          </Tag>
        </span>
      </div>
      <div className="bd">
        <h3 className="bs md el2">{title}</h3>
        <p className="cap c2 el1">{subtitle}</p>
        <p className="row btw cap">
          <span className="ml-fee">{fee}</span>
          <span className="c3">
            {status === 1
              ? mallMessages.from(formatDate(startTime))
              : mallMessages.until(formatDate(endTime))}
          </span>
        </p>
      </div>
    </Link>
  );
};

/** The way to the car club. */
const ClubStrip = () => (
  <Link className="ml-own club" to="/club" prefetch="intent">
    <PeopleIcon />
    <div className="f1">
      <p className="bs b">{mallMessages.club}</p>
      <p className="cap">{mallMessages.clubNote}</p>
    </div>
    <ChevronRightIcon size={20} />
  </Link>
);

type SectionProps = { title: string; note?: string; status: 1 | 2; campaigns: readonly MallCampaign[] };

const Section = ({ title, note, status, campaigns }: SectionProps) =>
  campaigns.length === 0 ? null : (
    <section className="sec">
      <div className="sec-h">
        <div>
          <h2 className="t2">{title}</h2>
          {note !== undefined && <p className="sub">{note}</p>}
        </div>
        <Link className="lk" to={`/list?activityType=online&status=${status}`} prefetch="intent">
          {mallMessages.all}
          <ChevronRightIcon size={16} />
        </Link>
      </div>
      <div className="ml-grid">
        {campaigns.map((campaign) => (
          <Card key={campaign.activityId} campaign={campaign} />
        ))}
      </div>
    </section>
  );

/** The mall's home: banners, series, the person's coupons, campaigns (specification section 1, mockup 13-mall-home). */
export default function MallPage({ loaderData }: Route.ComponentProps) {
  const { banners, series, running, coming } = loaderData;
  return (
    <Screen brand={useBrand()} current="mall">
      <header className="ml-top">
        <h1 className="sr">{mallMessages.title}</h1>
        <Link className="ml-search" to="/list#search" prefetch="intent">
          <SearchIcon size={20} />
          <span className="el1">{mallMessages.search}</span>
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
