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
