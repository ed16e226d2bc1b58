/** What a written text's bar does to the selection. */
export type RichCommand = "heading" | "paragraph" | "bold" | "list";

const commands: Readonly<Record<RichCommand, readonly [name: string, value?: string]>> = {
  heading: ["formatBlock", "h3"],
  paragraph: ["formatBlock", "p"],
  bold: ["bold"],
  list: ["insertUnorderedList"],
};

/** Applies it where the person writes; browsers have no other way to edit an element with undo. */
export function formatSelection(command: RichCommand): void {
  const [name, value] = commands[command];
  document.execCommand("defaultParagraphSeparator", false, "p");
  document.execCommand(name, false, value);
}

/** Puts in what is pasted as text: what other programs send along is not wanted. */
export const insertText = (text: string): boolean => document.execCommand("insertText", false, text);

/** What is selected within an element, or the link that the caret is in, to come back to; null where there is neither. */
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
/** Where the link leads that a selection lies in; "" for none. */
export const linkOf = (range: Range): string => linkAround(range)?.getAttribute("href") ?? "";
/** Makes a link of a selection; null: makes it none. */
export function linkSelection(element: HTMLElement, range: Range, href: string | null): void {
  element.focus();
  const selection = getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
  if (href === null) document.execCommand("unlink");
  else document.execCommand("createLink", false, href);
}
