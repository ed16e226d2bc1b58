import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from "react";

const ClubStrip = lazy<ComponentType>(() =>
  import("../../club/home/club-teaser.tsx").catch(() => ({ default: () => null })),
);

/** So far above the end of what is on show it is loaded, px: it stands there when one arrives. */
const AHEAD = 400;
/** Whoever has been there finds it at once when they come back: the page is as long as it was. */
let hasBeenNear = false;

/** The car club at a page's end, with a script of its own, for whoever reads on (mockup 01-index). */
export default function ClubSection() {
  const mark = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(hasBeenNear);
  useEffect(() => {
    if (isNear || mark.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        hasBeenNear = true;
        setNear(true);
      },
      { rootMargin: `${AHEAD}px` },
    );
    observer.observe(mark.current);
    return () => observer.disconnect();
  }, [isNear]);
  return isNear ? (
    <Suspense>
      <ClubStrip />
    </Suspense>
  ) : (
    <div ref={mark} />
  );
}
