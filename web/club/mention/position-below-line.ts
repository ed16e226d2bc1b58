/** The text node that holds a letter of a text, and the letter's place in it. */
function placeOf(text: HTMLElement, letter: number): readonly [Node, number] | null {
  const walker = text.ownerDocument.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  let left = letter;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { length } = node.textContent ?? "";
    if (left < length) return [node, left];
    left -= length;
  }
  return null;
}

/**
 * Puts something below the line of a letter: what is offered for it stands there, above a phone's keyboard,
 * which leaves no room below the field.
 * @param text its letters lie in the positioned box that `over` is placed in
 * @param letter its place in the text
 */
export function positionBelowLine(text: HTMLElement, over: HTMLElement, letter: number): void {
  const place = placeOf(text, letter);
  if (!text.offsetParent || place === null) return;
  const range = text.ownerDocument.createRange();
  range.setStart(...place);
  range.setEnd(place[0], place[1] + 1);
  const below = range.getBoundingClientRect().bottom - text.offsetParent.getBoundingClientRect().top;
  over.style.setProperty("top", `${below}px`);
}
