import { useEffect, useRef, type MouseEvent } from "react";
import { Avatar } from "../shared/avatar.tsx";
import type { MemberSearch, Mentionable } from "./use-member-search.ts";
import { mentionMessages } from "./messages.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as mentionCss from "./mention.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/**
 * Roles of an editable combobox (WAI-ARIA): focus and keys stay in the text field, which refers to the active option;
 * native lists would take both. The list is focusable, since scrollable areas must be reachable by keyboard.
 */
const roles = { list: { role: "listbox", tabIndex: 0 }, option: { role: "option" } } as const;

type MentionPickerProps = {
  id: string;
  found: MemberSearch;
  active: number;
  onPick: (member: Mentionable) => void;
  onActive: (index: number) => void;
};

/** Suggestions for a mention. Never takes the focus, so that the keyboard of a phone stays open. */
export function MentionPicker({ id, found, active, onPick, onActive }: MentionPickerProps) {
  const { members, state } = found;
  const list = useRef<HTMLDivElement>(null);
  // Keeps the active option visible for arrow keys.
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const handlers = (member: Mentionable, index: number) => ({
    // Pointermove instead of pointerenter: the list may open under a mouse that is not moved.
    onPointerMove: () => onActive(index),
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: () => onPick(member),
  });
  const status =
    state === "failed"
      ? mentionMessages.failed
      : state === "found"
        ? members.length === 0
          ? mentionMessages.none
          : mentionMessages.count(members.length)
        : mentionMessages.searching;
  return (
    <div className={mentionCss.list}>
      <output className={members.length > 0 ? textCss.visuallyHidden : mentionCss.said}>{status}</output>
      {members.length > 0 && (
        <div
          ref={list}
          id={id}
          className={mentionCss.options}
          aria-label={mentionMessages.list}
          {...roles.list}
        >
          {members.map((member, index) => (
            <div
              key={member.id}
              id={`${id}-${index}`}
              className={mentionCss.option}
              aria-selected={index === active}
              {...roles.option}
              {...handlers(member, index)}
            >
              <Avatar url={member.avatar} size={32} />
              <span className={`${layoutCss.grow} ${textCss.ellipsis}`}>{member.name}</span>
              {member.note !== "" && (
                <span className={`${textCss.caption} ${textCss.tertiary}`}>{member.note}</span>
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
