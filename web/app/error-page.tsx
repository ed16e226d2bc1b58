import { useEffect, type MouseEvent } from "react";
import { isRouteErrorResponse, useLocation, useNavigate } from "react-router";
import { reloadOnReturn } from "../platform/network.ts";
import { useBrand } from "../platform/site.ts";
import { Art } from "../ui/art.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { failureOf, refusalOf } from "../ui/failure.ts";
import { NavBar } from "../ui/frame.tsx";
import { Screen } from "../ui/screen.tsx";
import { ErrorState } from "../ui/states.tsx";
import { words } from "./words.ts";

/** What whoever did not find it says of it (activity/detail-data.ts). */
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
        art={<Art kind={title === undefined ? "notFound" : "road"} />}
        title={title ?? words.notFound.title}
        text={text ?? words.notFound.text}
      >
        <ButtonLink to="/list" look="outline" className="f1" onClick={goBack}>
          {isFirst ? words.notFound.list : words.notFound.back}
        </ButtonLink>
        <ButtonLink to="/" className="f1">
          {words.notFound.home}
        </ButtonLink>
      </ErrorState>
    </Screen>
  );
}

const isMissing = (error: unknown): boolean =>
  (isRouteErrorResponse(error) && error.status === 404) || refusalOf(error)?.refusal === "notFound";

/**
 * A page that could not be shown: not there, no network, too many people, or our own mistake (mockups
 * 14-*). One that the network did not bring comes by itself with it (requirement V28).
 */
export function ErrorPage({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  const brand = useBrand();
  const { art, title, text, requestId } = failureOf(error);
  useEffect(() => (art === "net" ? reloadOnReturn() : undefined), [art]);
  if (isMissing(error)) return <NotFound {...(error as { data?: Said | null }).data} />;
  return (
    <Screen brand={brand}>
      <NavBar back="/" look="plain" />
      <ErrorState
        art={<Art kind={art} />}
        title={title}
        text={text}
        note={requestId && words.failed.request(requestId)}
      >
        <ButtonLink to="/" look="outline" className="f1">
          {words.failed.home}
        </ButtonLink>
        {/* A real page load: whatever broke in this one is left behind. */}
        <ButtonLink to={`${pathname}${search}`} reloadDocument className="f1">
          {words.failed.reload}
        </ButtonLink>
      </ErrorState>
    </Screen>
  );
}
