import { useId, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { SearchIcon } from "../../ui/icons/common-icons.tsx";
import { KeyCap } from "../kit/controls/console-button.tsx";
import { Modal } from "../kit/overlay/modal.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { shellMessages } from "./messages.ts";
import { keyCaps } from "./shortcut-list.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { useNavigationItems } from "./shown-items.ts";
import * as searchCss from "./search.module.css";
import * as shellCss from "./shell.module.css";

/** Something that the search finds; the page opens by its path below /console. */
type SearchHit = { readonly key: string; readonly label: string; readonly to: string; readonly hint: string };

/** Pages whose name, or whose area's name, contains the text. */
function usePageHits(text: string): SearchHit[] {
  const items = useNavigationItems();
  return items.flatMap(({ label: area, pages }) =>
    pages
      .filter(({ label }) => text === "" || `${area} ${label}`.includes(text))
      .map(({ path, label }) => ({ key: path, label, to: path, hint: area === label ? "" : area })),
  );
}

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
        <KeyCap>{keys.join("")}</KeyCap>
      </button>
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title={shellMessages.searchTitle} isWide>
        <SearchBox onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

function SearchBox({ onDone }: { onDone: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const [index, setIndex] = useState(0);
  const hits = usePageHits(text.trim());
  const chosen = Math.min(index, hits.length - 1);
  const open = (hit: SearchHit | undefined): void => {
    if (hit === undefined) return;
    onDone();
    void navigate(hit.to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setIndex(Math.max(0, Math.min(hits.length - 1, chosen + step)));
    else if (event.key === "Enter") open(hits[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={searchCss.searchField}>
        <SearchIcon size={20} />
        <input
          role="combobox"
          aria-label={shellMessages.searchTitle}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={hits[chosen] && `${id}-${chosen}`}
          autoComplete="off"
          placeholder={shellMessages.searchHint}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={searchCss.hits}>
        <h3 id={`${id}-pages`}>{shellMessages.pages}</h3>
        <div id={id} role="listbox" aria-labelledby={`${id}-pages`}>
          {hits.map((hit, at) => (
            <div
              key={hit.key}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === chosen}
              tabIndex={-1}
              className={searchCss.hit}
              onClick={() => open(hit)}
              onKeyDown={onKeyDown}
            >
              {hit.label}
              <small>{hit.hint}</small>
            </div>
          ))}
        </div>
        {hits.length === 0 && <p className={utilityCss.secondary}>{shellMessages.noHits}</p>}
      </div>
    </>
  );
}
