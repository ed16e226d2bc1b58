/** Finds the text node of a character, and its offset within that node. */
function nodeAt(text: HTMLElement, offset: number): readonly [Node, number] | null {
  const walker = text.ownerDocument.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let left = offset;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { length } = node.textContent ?? "";
    if (left < length) return [node, left];
    left -= length;
  }
  return null;
}

/**
 * Positions an element below the line of a character, since a phone's keyboard leaves no room below the field.
 * @param text element whose offset parent is also the one of `over`
 * @param offset position of the character in the text
 */
export function positionBelowLine(text: HTMLElement, over: HTMLElement, offset: number): void {
  const position = nodeAt(text, offset);
  if (!text.offsetParent || position === null) return;
  const range = text.ownerDocument.createRange();
  range.setStart(...position);
  range.setEnd(position[0], position[1] + 1);
  const below = range.getBoundingClientRect().bottom - text.offsetParent.getBoundingClientRect().top;
  over.style.setProperty("top", `${below}px`);
}
