import * as catalogueCss from "./catalogue.module.css";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link, useHref, useNavigate } from "react-router";
import { send } from "../../platform/http/send.ts";
import { BackLink } from "../../ui/layout/site-frame.tsx";
import { Button, IconButton } from "../../ui/form/button.tsx";
import { TrashIcon } from "../../ui/icons/mall-icons.tsx";
import { SearchIcon } from "../../ui/icons/common-icons.tsx";
import { useDebouncedValue } from "../../ui/hooks/use-debounced-value.ts";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { mallMessages } from "../messages.ts";
import { clearMallSearches, mallSearches, rememberMallSearch } from "./search-history.ts";

const addressOf = (keyword: string): string => `/mall/search?keyword=${encodeURIComponent(keyword)}`;

/** Texts that complete what is typed; none for a text without an answer. */
function useSuggestions(text: string): readonly string[] {
  const asked = useDebouncedValue(text.trim());
  const [found, setFound] = useState<{ of: string; texts: readonly string[] }>({ of: "", texts: [] });
  useEffect(() => {
    if (asked === "") return;
    let isCurrent = true;
    const ask = async (): Promise<readonly string[]> =>
      send(
        (await import("#contract/mall/product.ts")).suggestProducts,
        { keyword: asked },
        { isSilent: true },
      );
    ask().then(
      (texts) => isCurrent && setFound({ of: asked, texts }),
      () => {}, // the field works without suggestions
    );
    return () => {
      isCurrent = false;
    };
  }, [asked]);
  return found.of === text.trim() ? found.texts : [];
}

/** The history changes by a navigation alone, which renders this anew. */
const onNothing = () => () => {};
/** Searches of this device, with a button that deletes them. */
function RecentSearches() {
  const [isCleared, setCleared] = useState(false);
  // The text of the storage, since a list would be another value at each look.
  const stored = useSyncExternalStore(
    onNothing,
    () => JSON.stringify(mallSearches()),
    () => "[]",
  );
  const searches = isCleared ? [] : (JSON.parse(stored) as string[]);
  if (searches.length === 0) return null;
  return (
    <section className={catalogueCss.recent}>
      <div className={catalogueCss.head}>
        <h2 className={textCss.title3}>{mallMessages.recent}</h2>
        <IconButton
          label={mallMessages.clearRecent}
          icon={<TrashIcon size={20} />}
          onClick={() => {
            clearMallSearches();
            setCleared(true);
          }}
        />
      </div>
      <div className={catalogueCss.options}>
        {searches.map((text) => (
          <Link key={text} className={controlsCss.chip} to={addressOf(text)} replace>
            {text}
          </Link>
        ))}
      </div>
      <p className={`${textCss.caption} ${textCss.tertiary}`}>{mallMessages.recentNote}</p>
    </section>
  );
}

/** Search field of the mall with suggestions and this device's history; a plain form without the script. */
export function MallSearch({ keyword }: { keyword: string }) {
  const [text, setText] = useState(keyword);
  const [isTyping, setTyping] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const suggestions = useSuggestions(isTyping ? text : "");
  const go = (wanted: string) => {
    const next = wanted.trim();
    setTyping(false);
    if (next === "") return;
    rememberMallSearch(next);
    input.current?.blur();
    void navigate(addressOf(next), { replace: keyword !== "" });
  };
  return (
    <>
      <header className={catalogueCss.searchBar}>
        <h1 className={textCss.visuallyHidden}>{mallMessages.searchTitle}</h1>
        <BackLink to="/mall" />
        <search className={catalogueCss.searchRow}>
          <form
            className={catalogueCss.searchRow}
            method="get"
            action={useHref("/mall/search")}
            onSubmit={(event) => {
              event.preventDefault();
              go(text);
            }}
          >
            <input
              ref={input}
              type="search"
              name="keyword"
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setTyping(true);
              }}
              enterKeyHint="search"
              autoComplete="off"
              aria-label={mallMessages.search}
              placeholder={mallMessages.search}
            />
            <Button type="submit" look="quiet" size="small">
              {mallMessages.doSearch}
            </Button>
          </form>
        </search>
      </header>
      {suggestions.length > 0 && (
        <ul className={catalogueCss.suggestions} aria-label={mallMessages.suggestions}>
          {suggestions.map((one) => (
            <li key={one}>
              <Link to={addressOf(one)} replace onClick={() => rememberMallSearch(one)}>
                <SearchIcon size={20} />
                {one}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {keyword === "" && !isTyping && <RecentSearches />}
    </>
  );
}
