import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Link, useHref, useLocation, useNavigate } from "react-router";
import { Button } from "../../ui/form/button.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { CloseIcon } from "../../ui/icons/common-icons.tsx";
import { listAddress, hiddenFields, searchFragment, type ListQuery } from "./list-query.ts";
import { listMessages } from "./list-messages.ts";
import * as frameCss from "../../ui/styles/frame.module.css";
import * as listPageCss from "./list-page.module.css";

/** Loaded with the first focus; without it the field works as before. */
const Suggestions = lazy(() => import("./search-suggestions.tsx").catch(() => ({ default: () => null })));

/** Search field of the list; open on request or while a keyword is set. */
export function ListSearch({ query, parameters }: { query: ListQuery; parameters: URLSearchParams }) {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const action = useHref("/list");
  const { hash } = useLocation();
  // The server does not see the fragment, so the first render must ignore it.
  const isAsked = useHydrated() && hash === `#${searchFragment}`;
  useEffect(() => {
    if (isAsked) input.current?.focus();
  }, [isAsked]);
  const [isUsed, setUsed] = useState(false);
  const isOpen = isAsked || query.keyword !== undefined;
  return (
    <search id={searchFragment} className={listPageCss.searchRow} data-open={isOpen}>
      <form
        method="get"
        action={action}
        onSubmit={(event) => {
          event.preventDefault();
          input.current?.blur();
          const keyword = input.current?.value.trim();
          void navigate(`/list${listAddress(parameters, { keyword: keyword === "" ? undefined : keyword })}`);
        }}
      >
        {hiddenFields(parameters, ["keyword"]).map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <input
          key={query.keyword ?? ""}
          ref={input}
          type="search"
          name="keyword"
          defaultValue={query.keyword ?? ""}
          onFocus={() => setUsed(true)}
          enterKeyHint="search"
          autoComplete="off"
          aria-label={listMessages.searchLabel}
          placeholder={listMessages.searchLabel}
        />
        <Button type="submit" look="quiet" size="small">
          {listMessages.search}
        </Button>
        <Link
          className={frameCss.iconButton}
          to={`/list${listAddress(parameters, { keyword: undefined })}`}
          aria-label={listMessages.closeSearch}
        >
          <CloseIcon size={20} />
        </Link>
      </form>
      {isUsed && (
        <Suspense>
          <Suggestions key={query.keyword} input={input} />
        </Suspense>
      )}
    </search>
  );
}
