import { createElement, type ReactNode } from "react";
import { Link } from "react-router";
import type { MentionedMember } from "#contract/club/shapes.ts";
import { nodesOf, type RichNode } from "./rich-nodes.ts";

type Names = ReadonlyMap<string, string>;

/** In React's own elements: whatever the markup holds beside these is text, and nothing of it runs. */
function shown(nodes: readonly RichNode[], names: Names, hasLinks: boolean): ReactNode[] {
  return nodes.map((node, place) => {
    if (typeof node === "string") return node;
    if (node.tag === "br") return <br key={place} />;
    const inner = shown(node.children, names, hasLinks);
    // Written from right to left, it begins at the right.
    if (node.tag === "p")
      return (
        <p key={place} dir="auto">
          {inner}
        </p>
      );
    if (node.tag === "strong") return <strong key={place}>{inner}</strong>;
    if (node.tag === "em") return <em key={place}>{inner}</em>;
    const newest = names.get(node.id);
    const name = newest === undefined ? inner : `@${newest}`;
    // HTML has no such element: the contract's own mark for somebody named (requirement P20).
    const at = createElement("at", { "data-id": node.id }, name);
    return hasLinks ? (
      <Link key={place} className="cl-at" to={`/club/member/${node.id}`}>
        {at}
      </Link>
    ) : (
      <span key={place} className="cl-at">
        {at}
      </span>
    );
  });
}

type RichTextProps = {
  content: string;
  mentions: readonly MentionedMember[];
  /** Within a link names are none themselves. */
  hasLinks?: boolean;
};

/** An article's or comment's text; who is named has the newest name (requirements P19–P21). */
export const RichText = ({ content, mentions, hasLinks = true }: RichTextProps) => (
  <>
    {shown(
      nodesOf(content),
      new Map(mentions.map(({ id, newestDisplayName }) => [id, newestDisplayName])),
      hasLinks,
    )}
  </>
);
