import {
  useLayoutEffect,
  useRef,
  useState,
  type ChangeEvent,
  type CompositionEvent,
  type SyntheticEvent,
} from "react";
import {
  applyEdit,
  mentionQueryAt,
  startMention,
  insertMention,
  type MentionQuery,
  type MentionText,
} from "./mention-text.ts";
import { useMemberSearch, type FindMembers, type Mentionable } from "./use-member-search.ts";

type MentionsOptions = {
  value: MentionText;
  onChange: (value: MentionText) => void;
  find: FindMembers;
};

/** Mention being typed at the caret, unless its list was dismissed. */
function useQuery(value: MentionText) {
  const [caret, setCaret] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const query = caret === null ? null : mentionQueryAt(value, Math.min(caret, value.text.length));
  return {
    query: query !== null && query.start !== dismissed ? query : null,
    moveCaret: (to: number | null, text = value) => {
      setCaret(to);
      if (to === null || mentionQueryAt(text, to)?.start !== dismissed) setDismissed(null);
    },
    dismiss: () => setDismissed(query?.start ?? null),
  };
}

/** Changes the text programmatically and places the caret after React has updated the field. */
function useText({ value, onChange }: Pick<MentionsOptions, "value" | "onChange">) {
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  const nextCaret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (nextCaret.current === null || !fieldRef.current) return;
    if (fieldRef.current.matches(":focus"))
      fieldRef.current.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  }, [value]);
  const put = (next: MentionText, caret: number) => {
    nextCaret.current = caret;
    onChange(next);
  };
  return { fieldRef, put };
}

/** Index of the active suggestion; the first one for each new query. */
function useActive(query: string, count: number) {
  const [active, setActive] = useState({ query: "", index: 0 });
  return {
    at: Math.min(active.query === query ? active.index : 0, Math.max(0, count - 1)),
    setActive: (index: number) => setActive({ query, index }),
  };
}

/** State and handlers of a text field with mentions: typing, suggestions, choosing. */
export function useMentions({ value, onChange, find }: MentionsOptions) {
  const { fieldRef, put } = useText({ value, onChange });
  const { query, moveCaret, dismiss } = useQuery(value);
  const found = useMemberSearch(query?.query ?? null, find);
  const { at, setActive } = useActive(query?.query ?? "", query === null ? 0 : found.members.length);
  const isComposing = useRef(false);
  /** Member chosen during composition; inserted when the composition ends. */
  const chosen = useRef<Mentionable | null>(null);
  const shown = query === null ? [] : found.members;
  const insert = (typed: MentionQuery, member: Mentionable, text = value) => {
    const next = insertMention(text, typed, member);
    put(next.value, next.caret);
    moveCaret(null);
  };
  const pick = (member: Mentionable) => {
    if (query === null) return;
    fieldRef.current?.focus();
    if (!isComposing.current) return insert(query, member);
    chosen.current = member;
    // Blurring the field ends the composition in every input method.
    fieldRef.current?.blur();
    fieldRef.current?.focus();
  };
  const addAt = () => {
    if (!fieldRef.current) return;
    fieldRef.current.focus();
    const next = startMention(value, fieldRef.current.selectionEnd);
    put(next.value, next.caret);
    moveCaret(next.caret, next.value);
  };
  const handlers = {
    onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
      const next = applyEdit(value, target.value, target.selectionEnd, isComposing.current);
      if (next.value.text === target.value) onChange(next.value);
      else put(next.value, next.caret);
      moveCaret(next.caret, next.value);
    },
    onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
      moveCaret(currentTarget.selectionEnd),
    onBlur: () => chosen.current === null && moveCaret(null),
    onCompositionStart: () => {
      isComposing.current = true;
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLTextAreaElement>) => {
      isComposing.current = false;
      const member = chosen.current;
      chosen.current = null;
      const { value: text, selectionEnd } = currentTarget;
      const current = applyEdit(value, text, selectionEnd, true).value;
      const typed = member && mentionQueryAt(current, selectionEnd);
      if (member && typed) insert(typed, member, current);
    },
  };
  const isOpen = query !== null;
  /** Position of the mention being typed; 0 if there is none. */
  const start = query?.start ?? 0;
  return { fieldRef, found, shown, at, isOpen, start, setActive, pick, dismiss, addAt, handlers };
}
