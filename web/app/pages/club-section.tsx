import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from "react";

const ClubTeaser = lazy<ComponentType>(() =>
  import("../../club/home/club-teaser.tsx").catch(() => ({ default: () => null })),
);

/**
 * The section is loaded when it is this close to the viewport, px, so that it is ready when it is reached.
 */
const LOAD_DISTANCE = 400;
/**
 * Whether the section was loaded before: on return it is shown at once, so that the page has the same height.
 */
let wasLoaded = false;

/**
 * The club at the end of the page, in its own script, loaded when the person scrolls there (mockup 01-index).
 */
export default function ClubSection() {
  const marker = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(wasLoaded);
  useEffect(() => {
    if (isNear || marker.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        wasLoaded = true;
        setNear(true);
      },
      { rootMargin: `${LOAD_DISTANCE}px` },
    );
    observer.observe(marker.current);
    return () => observer.disconnect();
  }, [isNear]);
  return isNear ? (
    <Suspense>
      <ClubTeaser />
    </Suspense>
  ) : (
    <div ref={marker} />
  );
}
