import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Link } from "react-router";
import { clearRecentThings, keepRecentThing, recentThings } from "../../../platform/console/recent-things.ts";
import { SearchIcon } from "../../../ui/icons/common-icons.tsx";
import { ConsoleButton, KeyCap } from "../../kit/controls/console-button.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import { Modal } from "../../kit/overlay/modal.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { HighlightedText } from "./highlighted-text.tsx";
import { shellMessages } from "../messages.ts";
import type { SearchHit } from "./search-source.ts";
import { useSession } from "../session-context.tsx";
import { keyCaps } from "../shortcut-list.tsx";
import { useShortcuts } from "../shortcuts.ts";
import { useSearchHits, type HitGroup } from "./use-search-hits.ts";
import * as searchCss from "./search.module.css";
import * as shellCss from "../shell.module.css";

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

/** Focuses the link before or after the focused one; the field is before the first one. */
function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  list: HTMLElement | null,
  field: HTMLElement | null,
): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  if (step === 0 || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const links = linksIn(list);
  const at = links.findIndex((link) => link === event.target);
  (links[at + step] ?? (step === -1 ? field : links.at(-1)))?.focus();
}

function SearchBox({ onDone }: { onDone: () => void }) {
  const { operatorId } = useSession().operator;
  const [text, setText] = useState("");
  const [recent, setRecent] = useState(() => recentThings(operatorId));
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const wanted = text.trim();
  const { groups, isSearching, isFailed } = useSearchHits(wanted);
  useEffect(() => field.current?.focus(), []);
  const move = (event: KeyboardEvent<HTMLElement>): void => moveFocus(event, list.current, field.current);
  const open = (hit: SearchHit): void => {
    if (hit.isPrivate !== true) keepRecentThing(operatorId, hit);
    onDone();
  };
  const shown: readonly HitGroup[] =
    wanted === "" && recent.length > 0 ? [{ label: shellMessages.recent, hits: recent }, ...groups] : groups;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // Hits of the text before would open something else.
        if (!isSearching) linksIn(list.current)[0]?.click();
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
      {isFailed && <NoteBar tone="error">{shellMessages.searchFailed}</NoteBar>}
      <div className={searchCss.hits} ref={list} aria-busy={isSearching}>
        {shown.map((group) => (
          <HitList key={group.label} group={group} text={wanted} onKeyDown={move} onOpen={open}>
            {group.hits === recent && (
              <ConsoleButton
                isSmall
                look="quiet"
                onClick={() => {
                  clearRecentThings(operatorId);
                  setRecent([]);
                  field.current?.focus();
                }}
              >
                {shellMessages.clearRecent}
              </ConsoleButton>
            )}
          </HitList>
        ))}
        {shown.length === 0 && (
          <output className={utilityCss.secondary}>
            {isSearching ? shellMessages.searching : shellMessages.noHits}
          </output>
        )}
      </div>
      <p className={searchCss.keys}>{shellMessages.searchKeys}</p>
    </form>
  );
}

type HitListProps = {
  group: HitGroup;
  /** Text that is marked in the hits. */
  text: string;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onOpen: (hit: SearchHit) => void;
  /** Beside the heading. */
  children?: ReactNode;
};
/** Hits of one kind. */
const HitList = ({
  group: { label, hits, hasMore = false },
  text,
  onKeyDown,
  onOpen,
  children,
}: HitListProps) => (
  <section>
    <div className={searchCss.groupHead}>
      <h3>{label}</h3>
      {children}
    </div>
    <ul>
      {hits.map((hit) => (
        <li key={hit.key}>
          <Link
            to={hit.to}
            {...(hit.state && { state: hit.state })}
            className={searchCss.hit}
            onClick={() => onOpen(hit)}
            onKeyDown={onKeyDown}
          >
            <span className={searchCss.hitLabel} {...(hit.isPrivate === true && { "data-private": true })}>
              <HighlightedText text={hit.label} part={text} />
            </span>
            <small>{hit.hint}</small>
          </Link>
        </li>
      ))}
    </ul>
    {hasMore && <p className={searchCss.more}>{shellMessages.moreHits}</p>}
  </section>
);
