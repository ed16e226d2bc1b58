import { pageBlocks, type PageBlock } from "#contract/blocks.ts";
import { Refusal } from "#contract/errors.ts";
import { sanitise } from "./sanitise.ts";
import { words } from "./words.ts";

/**
 * A page's blocks as they may be stored and shown: judged by the contract, rich text without
 * anything that runs.
 * @throws Refusal "invalid" with a message for every faulty place, `blocks.2.items.0.question` for one
 */
export function readBlocks(input: unknown): PageBlock[] {
  const parsed = pageBlocks.safeParse(input);
  if (parsed.success)
    return parsed.data.map((block) =>
      block.kind === "text" ? { ...block, html: sanitise(block.html) } : block,
    );
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues)
    fields[["blocks", ...path].map(String).join(".")] ??= /\p{Script=Han}/u.test(message)
      ? message
      : words.unclear;
  throw new Refusal("invalid", { fields });
}

/** The same block by block, for what is still being written: null for each that cannot be shown. */
export function previewOf(input: readonly unknown[]): {
  blocks: (PageBlock | null)[];
  faults: Readonly<Record<string, string>>;
} {
  const blocks = input.map((one) => {
    const parsed = pageBlocks.safeParse([one]);
    const [block] = parsed.success ? readBlocks(parsed.data) : [];
    return block ?? null;
  });
  try {
    readBlocks(input);
    return { blocks, faults: {} };
  } catch (error) {
    if (error instanceof Refusal) return { blocks, faults: error.fields };
    throw error;
  }
}
