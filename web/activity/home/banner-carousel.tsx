import { useEffect, useRef, useState, type RefObject } from "react";
import { Link } from "react-router";
import type { Banner } from "#contract/activity/activity.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { ChevronRightIcon } from "../../ui/icons/common-icons.tsx";
import { ResponsivePicture } from "../../ui/media/picture.tsx";
import { homeMessages } from "./home-messages.ts";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as frameWideCss from "../../ui/styles/frame-wide.module.css";
import * as homeCss from "./home.module.css";
import * as stateCss from "../../ui/styles/state.module.css";

/** Time between two banners, ms. */
const AUTOPLAY_INTERVAL = 5_000;

/** Index of the banner nearest to the strip's left edge. */
const positionOf = (strip: HTMLElement): number => {
  const step =
    strip.children[1] instanceof HTMLElement && strip.children[0] instanceof HTMLElement
      ? strip.children[1].offsetLeft - strip.children[0].offsetLeft
      : strip.clientWidth;
  return step === 0 ? 0 : Math.round(strip.scrollLeft / step);
};

/**
 * Moves the strip every 5 s while it is on the screen. Stops for good at the first touch, wheel, key or
 * focus, and never starts with reduced motion.
 */
function useAutoplay(strip: RefObject<HTMLElement | null>, count: number): void {
  useEffect(() => {
    const element = strip.current;
    const view = element?.ownerDocument.defaultView;
    if (!element || !view || count < 2) return;
    if (view.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    let isOnScreen = false;
    const observer = new IntersectionObserver(([entry]) => (isOnScreen = entry?.isIntersecting ?? false), {
      threshold: 0.5,
    });
    observer.observe(element);
    const timer = setInterval(() => {
      if (!isOnScreen || element.ownerDocument.hidden || element.scrollWidth <= element.clientWidth) return;
      const next = element.children[(positionOf(element) + 1) % count];
      if (next instanceof HTMLElement && element.firstElementChild instanceof HTMLElement)
        element.scrollTo({
          left: next.offsetLeft - element.firstElementChild.offsetLeft,
          behavior: "smooth",
        });
    }, AUTOPLAY_INTERVAL);
    const end = () => {
      clearInterval(timer);
      observer.disconnect();
    };
    const endEvents = ["pointerdown", "wheel", "keydown", "focusin"] as const;
    for (const name of endEvents) element.addEventListener(name, end, { once: true, passive: true });
    return () => {
      end();
      for (const name of endEvents) element.removeEventListener(name, end);
    };
  }, [strip, count]);
}

const BannerLink = ({ banner, isFirst }: { banner: Banner; isFirst: boolean }) => {
  const content = (
    <>
      <ResponsivePicture
        url={banner.imageUrl}
        width={360}
        height={184}
        widths={[360, 720, 1080, 1440]}
        sizes="(min-width: 1024px) 730px, (min-width: 600px) 560px, calc(100vw - 40px)"
        isFirst={isFirst}
      />
      <div className={homeCss.text}>
        <h2>{banner.title}</h2>
        {banner.subtitle !== "" && <p>{banner.subtitle}</p>}
      </div>
      {banner.action !== "" && (
        <span className={homeCss.action}>
          {banner.action}
          <ChevronRightIcon size={16} />
        </span>
      )}
    </>
  );
  const className = classNames(homeCss.banner, banner.tone === "dark" && homeCss.dark);
  // Clicks are counted by it (docs/tracking.md).
  const id = `banner-${banner.id}`;
  // Links go only to our own pages and https addresses; other banners are plain pictures.
  if (/^\/(?!\/)/.test(banner.link))
    return (
      <Link id={id} className={className} to={banner.link} prefetch="intent">
        {content}
      </Link>
    );
  if (banner.link.startsWith("https://"))
    return (
      <a id={id} className={className} href={banner.link}>
        {content}
      </a>
    );
  return <div className={className}>{content}</div>;
};

/** Banners as a strip with scroll snap, on a desktop as a grid of three (mockups 01-index). */
export function BannerCarousel({ banners }: { banners: readonly Banner[] }) {
  const strip = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  useAutoplay(strip, banners.length);
  return (
    <section className={`${homeCss.banners} ${frameWideCss.pageWidth}`} aria-label={homeMessages.banners}>
      <div
        className={controlsCss.scroller}
        ref={strip}
        onScroll={(event) => setCurrent(positionOf(event.currentTarget))}
      >
        {banners.map((banner, index) => (
          <BannerLink key={banner.id} banner={banner} isFirst={index === 0} />
        ))}
      </div>
      {banners.length > 1 && (
        <div className={homeCss.pager} aria-hidden="true">
          {banners.map(({ id }, index) => (
            <i key={id} className={classNames(index === current && stateCss.selected)} />
          ))}
        </div>
      )}
    </section>
  );
}
