/** Size of body text at the browser's default setting, px (web/ui/styles/tokens.css). */
const DEFAULT_TEXT_SIZE = 15;
/** Enlargement from which pages change their layout: below it, lines and controls have room enough. */
const LARGE_FROM = 1.3;

/** Enlargement of text by the reader: the browser's text size, a zoom of text alone, or WeChat's setting. */
function textScale(): number {
  const style = getComputedStyle(document.body);
  const adjusted = parseFloat(style.getPropertyValue("-webkit-text-size-adjust"));
  return (parseFloat(style.fontSize) / DEFAULT_TEXT_SIZE) * (adjusted > 0 ? adjusted / 100 : 1);
}

/**
 * Sets `data-large-text` on the root element while text is much larger than by default, also when the reader
 * changes the size later. No media query matches a size that is set within the page, as WeChat does.
 */
export function watchLargeText(): void {
  const update = () => document.documentElement.toggleAttribute("data-large-text", textScale() > LARGE_FROM);
  update();
  // Larger text makes the page taller; there is no event for the size itself.
  new ResizeObserver(update).observe(document.body);
}
