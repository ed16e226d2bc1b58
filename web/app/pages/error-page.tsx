import { useEffect, type MouseEvent } from "react";
import { isRouteErrorResponse, useLocation, useNavigate } from "react-router";
import { reloadOnReconnect } from "../../platform/browser/network.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { Illustration } from "../../ui/media/illustration.tsx";
import { ButtonLink } from "../../ui/form/button.tsx";
import { describeFailure, asRefusal } from "../../ui/feedback/load-failure.ts";
import { NavBar } from "../../ui/layout/site-frame.tsx";
import { Screen } from "../../ui/layout/screen.tsx";
import { ErrorState } from "../../ui/feedback/empty-state.tsx";
import { appMessages } from "../messages.ts";

/** What whoever did not find it says of it (activity/detail/detail-data.ts). */
type Said = { readonly title?: string; readonly text?: string };

/** What is not there, with ways on (mockup 14-404, requirements C09, C31). */
export function NotFound({ title, text }: Said) {
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
        <ButtonLink to="/list" look="outline" className="f1" onClick={goBack}>
          {isFirst ? appMessages.notFound.list : appMessages.notFound.back}
        </ButtonLink>
        <ButtonLink to="/" className="f1">
          {appMessages.notFound.home}
        </ButtonLink>
      </ErrorState>
    </Screen>
  );
}

const isMissing = (error: unknown): boolean =>
  (isRouteErrorResponse(error) && error.status === 404) || asRefusal(error)?.refusal === "notFound";

/**
 * A page that could not be shown: not there, no network, too many people, or our own mistake (mockups
 * 14-*). One that the network did not bring comes by itself with it (requirement V28).
 */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const brand = useBrand();
  const { art, title, text, requestId } = describeFailure(error);
  useEffect(() => (art === "net" ? reloadOnReconnect() : undefined), [art]);
  if (isMissing(error)) return <NotFound {...(error as { data?: Said | null }).data} />;
  return (
    <Screen brand={brand}>
      <NavBar back="/" look="plain" />
      <ErrorState
        art={<Illustration kind={art} />}
        title={title}
        text={text}
        note={requestId && appMessages.failed.request(requestId)}
      >
        <ButtonLink to="/" look="outline" className="f1">
          {appMessages.failed.home}
        </ButtonLink>
        {/* A real page load: whatever broke in this one is left behind. */}
        <ButtonLink to={`${pathname}${search}`} reloadDocument className="f1">
          {appMessages.failed.reload}
        </ButtonLink>
      </ErrorState>
    </Screen>
  );
}
