/** Positions of a stack that an event contains. */
const MAX_FRAMES = 12;
const MAX_MESSAGE = 200;

/**
 * Message of an error as an event may contain it: without quoted text, addresses' queries, numbers of four digits or
 * more, long words (tokens), mail addresses, and text that is not ASCII, since browsers quote input in messages
 * (requirement X16).
 */
export const errorMessage = (text: string): string =>
  text
    .slice(0, MAX_MESSAGE * 4)
    .replace(/"[^"]*"?|“[^”]*”?/g, '"…"')
    .replace(/(https?:\/\/[^\s?#]*)[?#]\S*/g, "$1")
    .replace(/\S+@\S+/g, "@")
    .replace(/[^\x20-\x7e…]+/g, "…")
    .replace(/[\w-]{24,}/g, "…")
    .replace(/\d{4,}/g, "#")
    .slice(0, MAX_MESSAGE);

/** A position in one of the page's scripts, or in the page itself: name, line and column. */
const FRAME = /^(?:[\w.-]{1,80}\.m?js|page):\d{1,7}:\d{1,7}$/;
/** Positions of an error's stack, the innermost first, without addresses and names of functions. */
export const framesOfStack = (stack: string): string[] =>
  stack
    .split("\n")
    .flatMap((line) => {
      const found = /(?:\/([\w.-]+\.m?js)|\/[^\s/:]*)(?:\?[^\s:]*)?:(\d+):(\d+)\)?$/.exec(line.trim());
      return found ? `${found[1] ?? "page"}:${found[2]}:${found[3]}` : [];
    })
    .slice(0, MAX_FRAMES);
/** The positions in the text of an event, without anything else. */
export const framesOfEvent = (text: string): string[] =>
  text
    .split(" ")
    .filter((frame) => FRAME.test(frame))
    .slice(0, MAX_FRAMES);

/** Pattern of a page's path: ids and everything else that is no plain word are left out. */
export const pathPattern = (path: string): string =>
  path
    .slice(0, 300)
    .split("/")
    .slice(0, 12)
    .map((part) => (/^[A-Za-z-]{0,30}$/.test(part) ? part : ":id"))
    .join("/");
