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

/** The name being typed, if one is: where the caret stands, and whether the list was put away. */
function useQuery(value: MentionText) {
  const [caret, setCaret] = useState<number | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const asked = caret === null ? null : mentionQueryAt(value, Math.min(caret, value.text.length));
  return {
    query: asked !== null && asked.start !== dismissed ? asked : null,
    look: (at: number | null, text = value) => {
      setCaret(at);
      if (at === null || mentionQueryAt(text, at)?.start !== dismissed) setDismissed(null);
    },
    dismiss: () => setDismissed(asked?.start ?? null),
  };
}

/** Changes of a text with names in it, such that the caret stands where it belongs after them. */
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

/** Which of those offered is meant: the first, until another one is. */
function useActive(of: string, count: number) {
  const [active, setActive] = useState({ of: "", place: 0 });
  return {
    at: Math.min(active.of === of ? active.place : 0, Math.max(0, count - 1)),
    setActive: (place: number) => setActive({ of, place }),
  };
}

/** Naming people in a text: what is typed, what is offered for it, and choosing. */
export function useMentions({ value, onChange, find }: MentionsOptions) {
  const { fieldRef, put } = useText({ value, onChange });
  const { query, look, dismiss } = useQuery(value);
  const found = useMemberSearch(query?.query ?? null, find);
  const { at, setActive } = useActive(query?.query ?? "", query === null ? 0 : found.members.length);
  const isComposing = useRef(false);
  /** Chosen while an input method was at work: done when it has let go of the text. */
  const waiting = useRef<Mentionable | null>(null);
  const shown = query === null ? [] : found.members;
  const choose = (typed: MentionQuery, member: Mentionable, of = value) => {
    const next = insertMention(of, typed, member);
    put(next.value, next.caret);
    look(null);
  };
  const pick = (member: Mentionable) => {
    if (query === null) return;
    fieldRef.current?.focus();
    if (!isComposing.current) return choose(query, member);
    waiting.current = member;
    // Leaving the field is what makes every input method give up its text.
    fieldRef.current?.blur();
    fieldRef.current?.focus();
  };
  const addAt = () => {
    if (!fieldRef.current) return;
    fieldRef.current.focus();
    const next = startMention(value, fieldRef.current.selectionEnd);
    put(next.value, next.caret);
    look(next.caret, next.value);
  };
  const handlers = {
    onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
      const next = applyEdit(value, target.value, target.selectionEnd, isComposing.current);
      if (next.value.text === target.value) onChange(next.value);
      else put(next.value, next.caret);
      look(next.caret, next.value);
    },
    onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => look(currentTarget.selectionEnd),
    onBlur: () => waiting.current === null && look(null),
    onCompositionStart: () => {
      isComposing.current = true;
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLTextAreaElement>) => {
      isComposing.current = false;
      const member = waiting.current;
      waiting.current = null;
      const { value: text, selectionEnd } = currentTarget;
      const now = applyEdit(value, text, selectionEnd, true).value;
      const typed = member && mentionQueryAt(now, selectionEnd);
      if (member && typed) choose(typed, member, now);
    },
  };
  const isOpen = query !== null;
  /** Where the name being typed begins; 0 where none is. */
  const start = query?.start ?? 0;
  return { fieldRef, found, shown, at, isOpen, start, setActive, pick, dismiss, addAt, handlers };
}
