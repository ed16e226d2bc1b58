import { pageBlocks, type PageBlock } from "#contract/blocks/blocks.ts";
import { Refusal } from "#contract/core/errors.ts";
import { sanitiseRichText } from "./sanitise-html.ts";
import { activityMessages } from "../messages.ts";

/**
 * Parses the blocks of a page for storage: validated by the contract, rich text sanitised.
 * @throws Refusal "invalid" with a message per invalid path, for example `blocks.2.items.0.question`
 */
export function parseBlocks(input: unknown): PageBlock[] {
  const parsed = pageBlocks.safeParse(input);
  if (parsed.success)
    return parsed.data.map((block) =>
      block.kind === "text" ? { ...block, html: sanitiseRichText(block.html) } : block,
    );
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues)
    fields[["blocks", ...path].map(String).join(".")] ??= /\p{Script=Han}/u.test(message)
      ? message
      : activityMessages.unclear;
  throw new Refusal("invalid", { fields });
}

/** Parses each block on its own, for drafts: null for each block that cannot be shown. */
export function parseBlocksForPreview(input: readonly unknown[]): {
  blocks: (PageBlock | null)[];
  faults: Readonly<Record<string, string>>;
} {
  const blocks = input.map((one) => {
    const parsed = pageBlocks.safeParse([one]);
    const [block] = parsed.success ? parseBlocks(parsed.data) : [];
    return block ?? null;
  });
  try {
    parseBlocks(input);
    return { blocks, faults: {} };
  } catch (error) {
    if (error instanceof Refusal) return { blocks, faults: error.fields };
    throw error;
  }
}
