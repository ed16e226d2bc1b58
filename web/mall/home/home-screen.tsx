import * as mallHomeCss from "./mall-home.module.css";
import { Link } from "react-router";
import { send } from "../../platform/http/send.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { usePersonalData } from "../../platform/storage/use-personal-data.ts";
import { OfflineTimestamp } from "../../ui/feedback/offline-timestamp.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { ButtonLink } from "../../ui/form/button.tsx";
import { ChevronRightIcon, SearchIcon } from "../../ui/icons/common-icons.tsx";
import { TicketIcon } from "../../ui/icons/detail-icons.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { loadMallCoupons, type MallHome } from "../api.ts";
import { mallMessages } from "../messages.ts";
import { CartLink } from "../shared/cart-link.tsx";
import { ProductGrid } from "../shared/product-card.tsx";
import { Campaigns } from "./campaigns.tsx";
import { HomeSection } from "./home-section.tsx";
import { Rushes } from "./rushes.tsx";

const Banners = ({ banners }: Pick<MallHome, "banners">) => (
  <section className={mallHomeCss.banners} aria-label={mallMessages.banners}>
    {banners.map(({ id, imageUrl, link, title, subtitle, action, tone }, place) => (
      <Link
        key={id}
        id={`banner-${id}`}
        to={link}
        className={tone === "dark" ? mallHomeCss.dark : undefined}
        prefetch="intent"
      >
        <ResponsivePicture
          url={imageUrl}
          width={900}
          height={420}
          widths={[600, 900, 1350]}
          sizes="(min-width: 1024px) 544px, 92vw"
          {...(place === 0 ? { isFirst: true } : { isEager: true })}
        />
        <div className={mallHomeCss.text}>
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

const Categories = ({ categories }: Pick<MallHome, "categories">) => (
  <nav className={mallHomeCss.categories} aria-label={mallMessages.categories}>
    {categories.map(({ categoryId, name, iconUrl }) => (
      <Link key={categoryId} to={`/mall/category/${categoryId}`} prefetch="intent">
        <ResponsivePicture url={iconUrl} width={52} height={52} isEager />
        {name}
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
    <Link className={mallHomeCss.strip} to="/mine/coupons" prefetch="intent">
      <TicketIcon />
      <div className={layoutCss.grow}>
        <p className={`${textCss.small} ${textCss.bold}`}>{title}</p>
        <p className={textCss.caption}>{note}</p>
      </div>
      <ChevronRightIcon size={20} />
    </Link>
  );
}

/**
 * Home of the mall (mockup 13-mall-home).
 * @param fetchedAt time of a kept copy, ms; null while the page is up to date
 */
export default function HomeScreen({ home, fetchedAt }: { home: MallHome; fetchedAt: number | null }) {
  const { banners, categories, arrivals, popular, rushes, campaigns, serverTime } = home;
  return (
    <Screen brand={useBrand()} current="mall">
      <header className={mallHomeCss.top}>
        <h1 className={textCss.visuallyHidden}>{mallMessages.title}</h1>
        <Link className={mallHomeCss.search} to="/mall/search" prefetch="intent">
          <SearchIcon size={20} />
          <span className={textCss.ellipsis}>{mallMessages.search}</span>
        </Link>
        <CartLink />
      </header>
      {fetchedAt !== null && <OfflineTimestamp time={fetchedAt} />}
      {banners.length > 0 && <Banners banners={banners} />}
      {categories.length > 0 && <Categories categories={categories} />}
      <CouponStrip />
      {rushes.length > 0 && <Rushes rushes={rushes} serverTime={serverTime} />}
      {arrivals.length > 0 && (
        <HomeSection title={mallMessages.newArrivals} to="/mall/category?sort=new">
          <ProductGrid products={arrivals} />
        </HomeSection>
      )}
      {campaigns.length > 0 && <Campaigns campaigns={campaigns} />}
      {popular.length > 0 && (
        <HomeSection title={mallMessages.popular} to="/mall/category">
          <ProductGrid products={popular} />
        </HomeSection>
      )}
      {arrivals.length + popular.length === 0 && (
        <EmptyState title={mallMessages.emptyTitle} text={mallMessages.emptyText}>
          <ButtonLink look="tonal" to="/list?activityType=localoffline">
            {mallMessages.activities}
          </ButtonLink>
        </EmptyState>
      )}
    </Screen>
  );
}
