/** A command of the rich text editor's toolbar. */
export type RichCommand = "heading" | "paragraph" | "bold" | "list";

const commands: Readonly<Record<RichCommand, readonly [name: string, value?: string]>> = {
  heading: ["formatBlock", "h3"],
  paragraph: ["formatBlock", "p"],
  bold: ["bold"],
  list: ["insertUnorderedList"],
};

/** Formats the selection. execCommand is the only browser API that edits an element with undo. */
export function formatSelection(command: RichCommand): void {
  const [name, value] = commands[command];
  document.execCommand("defaultParagraphSeparator", false, "p");
  document.execCommand(name, false, value);
}

/** Inserts pasted content as plain text, without the formatting of other programs. */
export const insertText = (text: string): boolean => document.execCommand("insertText", false, text);

/** The selection within an element, or the link around the caret, to restore later; null without either. */
export function selectionIn(element: HTMLElement): Range | null {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0).cloneRange();
  if (!element.contains(range.commonAncestorContainer)) return null;
  const link = linkAround(range);
  if (range.collapsed && link) range.selectNodeContents(link);
  return range.collapsed ? null : range;
}
const linkAround = ({ commonAncestorContainer: node }: Range): HTMLAnchorElement | null =>
  (node instanceof Element ? node : node.parentElement)?.closest("a") ?? null;
/** The address of the link around a selection; "" without one. */
export const linkOf = (range: Range): string => linkAround(range)?.getAttribute("href") ?? "";
/** Turns a selection into a link; with null it removes the link. */
export function linkSelection(element: HTMLElement, range: Range, href: string | null): void {
  element.focus();
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  if (href === null) document.execCommand("unlink");
  else document.execCommand("createLink", false, href);
}
