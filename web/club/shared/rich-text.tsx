import { createElement, type ReactNode } from "react";
import { Link } from "react-router";
import type { MentionedMember } from "#contract/club/shapes.ts";
import { nodesOf, type RichNode } from "./rich-nodes.ts";
import * as feedCss from "../feed/feed.module.css";

type Names = ReadonlyMap<string, string>;

/** Renders nodes as React elements, so that any other markup is escaped text and cannot run. */
function renderNodes(nodes: readonly RichNode[], names: Names, hasLinks: boolean): ReactNode[] {
  return nodes.map((node, index) => {
    if (typeof node === "string") return node;
    if (node.tag === "br") return <br key={index} />;
    const inner = renderNodes(node.children, names, hasLinks);
    // Right-to-left text is aligned to the right.
    if (node.tag === "p")
      return (
        <p key={index} dir="auto">
          {inner}
        </p>
      );
    if (node.tag === "strong") return <strong key={index}>{inner}</strong>;
    if (node.tag === "em") return <em key={index}>{inner}</em>;
    const newestName = names.get(node.id);
    const name = newestName === undefined ? inner : `@${newestName}`;
    // A custom element of the contract that marks a mention (requirement P20).
    const at = createElement("at", { "data-id": node.id }, name);
    return hasLinks ? (
      <Link key={index} className={feedCss.mention} to={`/club/member/${node.id}`}>
        {at}
      </Link>
    ) : (
      <span key={index} className={feedCss.mention}>
        {at}
      </span>
    );
  });
}

type RichTextProps = {
  content: string;
  mentions: readonly MentionedMember[];
  /** Links the mentions; false inside of another link. */
  hasLinks?: boolean;
};

/** Text of an article or comment; mentions show the newest name (requirements P19–P21). */
export const RichText = ({ content, mentions, hasLinks = true }: RichTextProps) => (
  <>
    {renderNodes(
      nodesOf(content),
      new Map(mentions.map(({ id, newestDisplayName }) => [id, newestDisplayName])),
      hasLinks,
    )}
  </>
);
