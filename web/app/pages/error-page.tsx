import { useEffect, type MouseEvent } from "react";
import { isRouteErrorResponse, useLocation, useNavigate } from "react-router";
import { reloadOnReconnect } from "../../platform/browser/network.ts";
import { reportPageError } from "../../platform/page-load/report-page-error.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { Illustration } from "../../ui/media/illustration.tsx";
import { ButtonLink } from "../../ui/form/button.tsx";
import { describeFailure, asRefusal } from "../../ui/feedback/load-failure.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { ErrorState } from "../../ui/feedback/error-state.tsx";
import { appMessages } from "../messages.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";

/** Title and text of a loader that did not find its object (activity/detail/detail-data.ts). */
type NotFoundMessage = { readonly title?: string; readonly text?: string };

/** A missing page or object, with links to others (mockup 14-404, requirements C09, C31). */
export function NotFound({ title, text }: NotFoundMessage) {
  const { key } = useLocation();
  const navigate = useNavigate();
  const isFirst = key === "default" || title !== undefined;
  const goBack = (event: MouseEvent) => {
    if (isFirst) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Screen brand={useBrand()}>
      <NavBar back="/" look="plain" />
      <ErrorState
        art={<Illustration kind={title === undefined ? "notFound" : "road"} />}
        title={title ?? appMessages.notFound.title}
        text={text ?? appMessages.notFound.text}
      >
        <ButtonLink to="/list" look="outline" className={layoutCss.grow} onClick={goBack}>
          {isFirst ? appMessages.notFound.list : appMessages.notFound.back}
        </ButtonLink>
        <ButtonLink to="/" className={layoutCss.grow}>
          {appMessages.notFound.home}
        </ButtonLink>
      </ErrorState>
    </Screen>
  );
}

const isMissing = (error: unknown): boolean =>
  (isRouteErrorResponse(error) && error.status === 404) || asRefusal(error)?.refusal === "notFound";

/**
 * A page that could not be shown: not found, no network, overload, or an internal error (mockups 14-*). After
 * a network error it reloads as soon as there is a network (requirement V28).
 */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const brand = useBrand();
  const { art, title, text, requestId } = describeFailure(error);
  useEffect(() => (art === "net" ? reloadOnReconnect() : undefined), [art]);
  useEffect(() => reportPageError("page", error), [error]);
  if (isMissing(error)) return <NotFound {...(error as { data?: NotFoundMessage | null }).data} />;
  return (
    <Screen brand={brand}>
      <NavBar back="/" look="plain" />
      <ErrorState
        art={<Illustration kind={art} />}
        title={title}
        text={text}
        note={requestId && appMessages.failed.request(requestId)}
      >
        <ButtonLink to="/" look="outline" className={layoutCss.grow}>
          {appMessages.failed.home}
        </ButtonLink>
        {/* A document load, so that a broken state of this page is discarded. */}
        <ButtonLink to={`${pathname}${search}`} reloadDocument className={layoutCss.grow}>
          {appMessages.failed.reload}
        </ButtonLink>
      </ErrorState>
    </Screen>
  );
}
