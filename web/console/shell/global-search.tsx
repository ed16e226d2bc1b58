import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Link } from "react-router";
import { SearchIcon } from "../../ui/icons/common-icons.tsx";
import { KeyCap } from "../kit/controls/console-button.tsx";
import { Modal } from "../kit/overlay/modal.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { shellMessages } from "./messages.ts";
import { keyCaps } from "./shortcut-list.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { useSearchHits } from "./use-search-hits.ts";
import * as searchCss from "./search.module.css";
import * as shellCss from "./shell.module.css";

/** Search of the head: ⌘K opens it, arrows choose, Enter opens. */
export function GlobalSearch() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts([
    {
      keys: "mod+k",
      label: shellMessages.shortcuts.search,
      group: shellMessages.groupGeneral,
      run: () => setOpen(true),
    },
  ]);
  const keys = keyCaps("mod+k");
  return (
    <>
      <button
        type="button"
        className={shellCss.searchButton}
        aria-label={shellMessages.searchLabel(keys.join(" "))}
        onClick={() => setOpen(true)}
      >
        <SearchIcon size={16} />
        <span>{shellMessages.search}</span>
        <KeyCap>{keys.join(" ")}</KeyCap>
      </button>
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title={shellMessages.searchTitle} isWide>
        <SearchBox onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

/** Links of a list of hits, in their order. */
const linksIn = (list: HTMLElement | null): HTMLElement[] => [...(list?.querySelectorAll("a") ?? [])];

function SearchBox({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { groups, isSearching } = useSearchHits(text.trim());
  useEffect(() => field.current?.focus(), []);
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const links = linksIn(list.current);
    const at = links.findIndex((link) => link === event.target);
    (links[at + step] ?? (step === -1 ? field.current : links.at(-1)))?.focus();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        linksIn(list.current)[0]?.click();
      }}
    >
      <div className={searchCss.searchField}>
        <SearchIcon size={20} />
        <input
          ref={field}
          type="search"
          aria-label={shellMessages.searchTitle}
          autoComplete="off"
          placeholder={shellMessages.searchHint}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={move}
        />
      </div>
      <div className={searchCss.hits} ref={list} aria-busy={isSearching}>
        {groups.map(({ label, hits }) => (
          <section key={label}>
            <h3>{label}</h3>
            <ul>
              {hits.map((hit) => (
                <li key={hit.key}>
                  <Link to={hit.to} className={searchCss.hit} onClick={onDone} onKeyDown={move}>
                    {hit.label}
                    <small>{hit.hint}</small>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && (
          <output className={utilityCss.secondary}>
            {isSearching ? shellMessages.searching : shellMessages.noHits}
          </output>
        )}
      </div>
    </form>
  );
}
