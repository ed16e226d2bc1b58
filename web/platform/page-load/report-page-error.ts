/**
 * Origin of an error: thrown or rejected outside of React, recovered at hydration, caught by an error boundary, or shown
 * by the error page.
 */
export type PageErrorKind = "error" | "rejection" | "hydration" | "caught" | "page";
export type PageError = {
  readonly kind: PageErrorKind;
  readonly error: unknown;
  /** Path of the page, without query. */
  readonly path: string;
};

declare global {
  interface Window {
    /** Set by app/page-errors.js; errors wait here until platform/tracking/page-errors.ts is loaded. */
    pageErrors?: PageError[];
  }
}

/** Passes an error on, to become an event (docs/tracking.md). Never throws. */
export const reportPageError = (kind: PageErrorKind, error: unknown): void =>
  void window.pageErrors?.push({ kind, error, path: location.pathname });
