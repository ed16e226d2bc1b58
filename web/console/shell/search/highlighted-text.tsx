import { Fragment } from "react";

/** Pieces of a text, in which every second one is the looked for part, in whatever case it is written. */
function piecesOf(text: string, part: string): string[] {
  const [whole, wanted] = [text.toLowerCase(), part.toLowerCase()];
  // Lower case may be longer than what was typed, and then the places differ.
  if (wanted === "" || whole.length !== text.length) return [text];
  const pieces: string[] = [];
  let from = 0;
  for (let at = whole.indexOf(wanted); at !== -1; at = whole.indexOf(wanted, from)) {
    pieces.push(text.slice(from, at), text.slice(at, at + wanted.length));
    from = at + wanted.length;
  }
  return [...pieces, text.slice(from)];
}

/** A text in which the looked for part is marked. */
export const HighlightedText = ({ text, part }: { text: string; part: string }) =>
  piecesOf(text, part).map((piece, at) =>
    at % 2 === 1 ? (
      <mark key={`${at} ${piece}`}>{piece}</mark>
    ) : (
      <Fragment key={`${at} ${piece}`}>{piece}</Fragment>
    ),
  );
