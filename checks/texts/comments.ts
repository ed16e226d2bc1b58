import type { Finding, ProjectCheck, SourceFile } from "../project.ts";

/** First words of a comment that is a relative clause without a noun. */
const HEADLESS = /^(What|Whoever|Whose|Whatever|Wherever|Who|Whom|Where|Which)\b/;

type Comment = { readonly text: string; readonly line: number };

/** Comments of a file; lines of `//` that follow one another are one comment. */
function commentsOf(file: SourceFile): Comment[] {
  const found: (Comment & { readonly end: number })[] = [];
  for (const { value, start } of file.parsed.comments) {
    const line = file.parsed.lineAt(start);
    const isLineComment = file.text.startsWith("//", start);
    const isContinued = isLineComment && found.at(-1)?.end === line - 1;
    const text = value.replace(/^[*\s]+/, "");
    if (isContinued) found.splice(-1, 1, { ...(found.at(-1) ?? { text, line }), end: line });
    else found.push({ text, line, end: isLineComment ? line : Number.NaN });
  }
  return found;
}
/** Comments of a style sheet. */
const commentsOfStyles = (file: SourceFile): Comment[] =>
  [...file.text.matchAll(/\/\*+\s*([\s\S]*?)\*\//g)].map(({ 1: text = "", index }) => ({
    text,
    line: file.text.slice(0, index).split("\n").length,
  }));

export const comments: ProjectCheck = {
  name: "comments",
  holds: "comments start with a noun or a verb, not with a relative clause",
  run: (project) =>
    project.files.flatMap((file): Finding[] => {
      if (!file.isCode && !file.path.endsWith(".css")) return [];
      const all = file.isCode ? commentsOf(file) : commentsOfStyles(file);
      return all
        .filter(({ text }) => HEADLESS.test(text))
        .map(({ text, line }) => ({
          path: file.path,
          line,
          message: `starts with "${text.split(/\s/, 1)[0]}": start with a noun or a verb`,
        }));
    }),
};
