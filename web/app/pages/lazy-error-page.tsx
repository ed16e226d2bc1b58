import { lazy } from "react";
import { appMessages } from "../messages.ts";

/** Loads the error page after the first screen, which does not need it, so that it is there without a network. */
export const loadErrorPage = () => import("./error-page.tsx");

/** The error page, or a text if it cannot be loaded. */
export const ErrorPage = lazy(() =>
  loadErrorPage().then(
    (page) => ({ default: page.ErrorPage }),
    () => ({ default: () => <p role="alert">{appMessages.scriptFailed}</p> }),
  ),
);
