import { nodesOf, type RichNode } from "../shared/rich-nodes.ts";
import type { TextMention, MentionText } from "./mention-text.ts";

/** Converts markup to the editable text: a line for each paragraph, members as mentions. */
export function parseMarkup(markup: string): MentionText {
  let text = "";
  const mentions: TextMention[] = [];
  const read = (nodes: readonly RichNode[]): void => {
    for (const node of nodes) {
      if (typeof node === "string") text += node;
      else if (node.tag === "br") text += "\n";
      else {
        // Text beside a paragraph is a separate line.
        if (node.tag === "p" && text !== "" && !text.endsWith("\n")) text += "\n";
        const start = text.length;
        read(node.children);
        if (node.tag === "p") text += "\n";
        if (node.tag === "at")
          mentions.push({
            id: node.id,
            name: text.slice(start).replace(/^@/, ""),
            start,
            end: text.length,
          });
      }
    }
  };
  read(nodesOf(markup));
  return { text: text.replace(/\n+$/, ""), mentions };
}
