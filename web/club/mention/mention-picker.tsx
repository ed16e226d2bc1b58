import { useEffect, useRef, type MouseEvent } from "react";
import { Avatar } from "../shared/avatar.tsx";
import type { MemberSearch, Mentionable } from "./use-member-search.ts";
import { mentionMessages } from "./messages.ts";

/**
 * The list of an editable combobox (WAI-ARIA): the keyboard's focus and keys stay in the text, which
 * names the option that is meant. HTML's own lists would take both. What scrolls can be gone to by keys.
 */
const roles = { list: { role: "listbox", tabIndex: 0 }, option: { role: "option" } } as const;

type MentionPickerProps = {
  id: string;
  found: MemberSearch;
  active: number;
  onPick: (member: Mentionable) => void;
  onActive: (place: number) => void;
};

/** Who may be meant, below the field. It never takes the focus, so that the keyboard of a phone stays. */
export function MentionPicker({ id, found, active, onPick, onActive }: MentionPickerProps) {
  const { members, state } = found;
  const list = useRef<HTMLDivElement>(null);
  // Whoever goes through it by arrow keys sees where they are.
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const handlers = (member: Mentionable, place: number) => ({
    // Not by what happens to lie under a mouse that nobody moves: the list opens over the text.
    onPointerMove: () => onActive(place),
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: () => onPick(member),
  });
  const said =
    state === "failed"
      ? mentionMessages.failed
      : state === "found"
        ? members.length === 0
          ? mentionMessages.none
          : mentionMessages.count(members.length)
        : mentionMessages.looking;
  return (
    <div className="mn-list">
      <output className={members.length > 0 ? "sr" : "mn-said"}>{said}</output>
      {members.length > 0 && (
        <div ref={list} id={id} className="mn-opts" aria-label={mentionMessages.list} {...roles.list}>
          {members.map((member, place) => (
            <div
              key={member.id}
              id={`${id}-${place}`}
              className="opt"
              aria-selected={place === active}
              {...roles.option}
              {...handlers(member, place)}
            >
              <Avatar url={member.avatar} size={32} />
              <span className="f1 el1">{member.name}</span>
              {member.note !== "" && <span className="cap c3">{member.note}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
