import { useEffect, useState } from "react";
import * as contentCss from "../styles/content.module.css";

const kinds = { ln: contentCss.line, sh: contentCss.shortLine, ti: contentCss.tinyLine };

/** True after 150 ms of loading, and then for at least 300 ms, so that a skeleton never flashes. */
export function useSkeleton(isLoading: boolean): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (isLoading === isShown) return;
    const timer = setTimeout(() => setShown(isLoading), isLoading ? 150 : 300);
    return () => clearTimeout(timer);
  }, [isLoading, isShown]);
  return isShown;
}

/** One grey line of a skeleton: a title, a short or a tiny line. */
export const SkeletonLine = ({ kind = "ln" }: { kind?: "ln" | "sh" | "ti" }) => (
  <div className={`${contentCss.skeleton} ${kinds[kind]}`} />
);
