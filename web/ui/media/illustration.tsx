import { lazy, Suspense } from "react";
import type { DrawingKind } from "./drawings.tsx";
import * as contentCss from "../styles/content.module.css";

export type IllustrationKind = DrawingKind;

/**
 * Loads the drawings after the first screen, which needs none; if they fail to load, the place stays empty.
 */
export const loadDrawings = () => import("./drawings.tsx");
const Drawing = lazy(() => loadDrawings().catch(() => ({ default: () => place })));
const place = <svg className={contentCss.artwork} viewBox="0 0 200 140" aria-hidden="true" />;

/** Drawing of an empty or error state. */
export const Illustration = ({ kind }: { kind: IllustrationKind }) => (
  <Suspense fallback={place}>
    <Drawing kind={kind} />
  </Suspense>
);
