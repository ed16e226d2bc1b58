import { useEffect, useEffectEvent, useId, useState, type ReactNode, type RefObject } from "react";
import { useNavigate } from "react-router";
import type { Suggestion } from "#contract/activity/suggestions.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { clearSearchHistory, rememberSearch, searchHistory } from "./search-history.ts";
import { suggestionMessages } from "./suggestion-messages.ts";
import { useSuggestions } from "./use-suggestions.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as suggestionsCss from "./search-suggestions.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/** Roles of a list of suggestions: HTML's own elements cannot hold two lines, or keep the focus in the input. */
const listRole = { role: "listbox" } as const;
const optionRole = (isActive: boolean) => ({ role: "option", "aria-selected": isActive }) as const;

/** A line to choose: something found, or an earlier search. */
type Option = Omit<Suggestion, "kind"> & { readonly kind: Suggestion["kind"] | "search" };

function pathOf({ kind, id }: Option): string {
  switch (kind) {
    case "offline":
    case "online":
    case "dealer":
      return `/${kind}/${id}`;
    case "group":
      return `/club/group/${id}`;
    case "series":
      return `/list?seriesCode=${id}`;
    case "district":
      return `/list?districtCode=${id}`;
    case "search":
      return `/list?keyword=${encodeURIComponent(id)}`;
  }
}
const historyOptions = (history: readonly string[]): Option[] =>
  history.map((text) => ({ kind: "search", id: text, title: text, note: "" }));

type Field = { readonly text: string; readonly isFocused: boolean; readonly close: () => void };
type Keys = {
  readonly listId: string;
  readonly isExpanded: boolean;
  readonly activeId: string | null;
  readonly onKey: (event: KeyboardEvent) => void;
};

/** Text and focus of the input, which the page renders before this script is loaded. */
function useField(input: RefObject<HTMLInputElement | null>): Field {
  const [field, setField] = useState(() => ({ text: input.current?.value ?? "", isFocused: true }));
  useEffect(() => {
    const element = input.current;
    if (element === null) return;
    const listeners = new AbortController();
    const on = (type: string, act: () => void) =>
      element.addEventListener(type, act, { signal: listeners.signal });
    on("input", () => setField({ text: element.value, isFocused: true }));
    on("focus", () => setField({ text: element.value, isFocused: true }));
    on("click", () => setField({ text: element.value, isFocused: true }));
    on("blur", () => setField((before) => ({ ...before, isFocused: false })));
    element.form?.addEventListener(
      "submit",
      () => {
        rememberSearch(element.value);
        setField((before) => ({ ...before, isFocused: false }));
      },
      { signal: listeners.signal },
    );
    return () => listeners.abort();
  }, [input]);
  return { ...field, close: () => setField((before) => ({ ...before, isFocused: false })) };
}

/** Makes the input a combobox of its suggestions (ARIA Authoring Practices, list autocomplete). */
function useCombobox(input: RefObject<HTMLInputElement | null>, keys: Keys): void {
  const { listId, isExpanded, activeId } = keys;
  const handleKey = useEffectEvent(keys.onKey);
  useEffect(() => {
    const element = input.current;
    const listen = (event: KeyboardEvent) => handleKey(event);
    element?.addEventListener("keydown", listen);
    return () => element?.removeEventListener("keydown", listen);
  }, [input]);
  useEffect(() => {
    const attributes = {
      role: "combobox",
      "aria-autocomplete": "list",
      "aria-expanded": String(isExpanded),
      "aria-controls": listId,
      "aria-activedescendant": activeId ?? "",
    };
    for (const [name, value] of Object.entries(attributes)) input.current?.setAttribute(name, value);
  }, [input, listId, isExpanded, activeId]);
}

/** Suggestions of the search field, or the earlier searches while it is empty (requirement K29). */
export default function SearchSuggestions({
  input,
}: {
  input: RefObject<HTMLInputElement | null>;
}): ReactNode {
  const navigate = useNavigate();
  const listId = useId();
  const { text, isFocused, close } = useField(input);
  const [history, setHistory] = useState(searchHistory);
  const { list, isOffline } = useSuggestions(text);
  const [active, setActive] = useState<{ of: string; at: number }>({ of: "", at: -1 });
  const isEmpty = text.trim() === "";
  const options: readonly Option[] = isEmpty || isOffline ? historyOptions(history) : (list ?? []);
  const at = active.of === text ? active.at : -1;
  const isExpanded = isFocused && (options.length > 0 || isOffline);
  const optionId = (place: number) => `${listId}${place}`;
  const choose = (option: Option) => {
    rememberSearch(option.kind === "search" ? option.id : option.title);
    setHistory(searchHistory());
    close();
    input.current?.blur();
    void navigate(pathOf(option));
  };
  const move = (step: 1 | -1) => {
    const count = options.length + 1;
    // One more place: none, where Enter searches for the text itself.
    setActive({ of: text, at: ((at + 1 + step + count) % count) - 1 });
  };
  useCombobox(input, {
    listId,
    isExpanded,
    activeId: isExpanded && at >= 0 ? optionId(at) : null,
    onKey: (event) => {
      if (event.isComposing || !isExpanded) return;
      const chosen = options[at];
      if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event.key === "ArrowDown" ? 1 : -1);
      else if (event.key === "Escape") close();
      else if (event.key === "Enter" && chosen) choose(chosen);
      else return;
      event.preventDefault();
    },
  });
  return (
    <>
      <output className={textCss.visuallyHidden}>
        {isFocused && !isEmpty && list !== null && suggestionMessages.found(list.length)}
      </output>
      {/* Keeps the focus in the input, so that a press is not lost with it. */}
      <div
        className={suggestionsCss.box}
        hidden={!isExpanded}
        onMouseDown={(event) => event.preventDefault()}
        role="presentation"
      >
        {isOffline && <p className={suggestionsCss.note}>{suggestionMessages.offline}</p>}
        {(isEmpty || isOffline) && history.length > 0 && (
          <div className={suggestionsCss.head}>
            <h2>{suggestionMessages.history}</h2>
            <button
              type="button"
              onClick={() => {
                clearSearchHistory();
                setHistory([]);
              }}
            >
              {suggestionMessages.clear}
            </button>
          </div>
        )}
        <div {...listRole} id={listId} aria-label={suggestionMessages.label}>
          {options.map((option, place) => (
            <SuggestionRow
              key={`${option.kind} ${option.id}`}
              id={optionId(place)}
              option={option}
              isActive={place === at}
              onChoose={() => choose(option)}
            />
          ))}
        </div>
      </div>
    </>
  );
}

type RowProps = { id: string; option: Option; isActive: boolean; onChoose: () => void };
const SuggestionRow = ({ id, option: { kind, title, note }, isActive, onChoose }: RowProps) => (
  // Focus stays in the input: keys are handled there.
  <button
    type="button"
    {...optionRole(isActive)}
    id={id}
    tabIndex={-1}
    className={suggestionsCss.option}
    onClick={onChoose}
  >
    <span className={suggestionsCss.text}>
      <span className={classNames(textCss.small, textCss.twoLines)}>
        <TitleText text={title} />
      </span>
      {note !== "" && <small className={textCss.ellipsis}>{note}</small>}
    </span>
    <span className={suggestionsCss.kind}>{suggestionMessages.kinds[kind]}</span>
  </button>
);
