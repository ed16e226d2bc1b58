import { useState } from "react";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { Button } from "../../ui/form/button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { BlockCard } from "./block-card.tsx";
import { emptyBlock, blockKinds } from "./block-fields.ts";
import type { KeyedBlock } from "./undo-history.ts";
import { composeMessages } from "../messages.ts";
import * as composeCss from "../compose.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type BlockListProps = {
  list: readonly KeyedBlock[];
  faults: Readonly<Record<string, string>>;
  pictures: readonly string[];
  onChange: (list: readonly KeyedBlock[]) => void;
  /** Called when a block is moved. @param to index from 0 */
  onMove: (key: number, to: number) => void;
};

/** Counter for keys of added blocks, which are negative, so that they differ from those of loaded blocks. */
let added = 0;

/** Blocks of the page in order, and buttons for adding blocks. */
export function BlockList({ list, faults, pictures, onChange, onMove }: BlockListProps) {
  const [newest, setNewest] = useState<number | null>(null);
  const add = (kind: (typeof blockKinds)[number]) => {
    const key = --added;
    setNewest(key);
    onChange([...list, { key, block: emptyBlock(kind) }]);
  };
  const remove = async (at: number, kind: (typeof blockKinds)[number]) => {
    if (
      await raiseChallenge(
        "dialog",
        composeMessages.askRemove(composeMessages.block(at + 1, composeMessages.kinds[kind])),
      )
    )
      onChange(list.filter((_, index) => index !== at));
  };
  return (
    <>
      {list.length === 0 && <EmptyState {...composeMessages.empty} />}
      {list.map(({ key, block, revision = 0 }, at) => (
        <BlockCard
          key={key}
          {...{ block, revision, at, faults, pictures }}
          count={list.length}
          isNew={key === newest}
          onChange={(next) => onChange(list.map((one) => (one.key === key ? { ...one, block: next } : one)))}
          onMove={(by) => onMove(key, at + by)}
          onDrag={(to) => onMove(key, to)}
          onRemove={() => void remove(at, block.kind)}
        />
      ))}
      <section className={`${contentCss.card} ${contentCss.padded}`}>
        <h2 className={textCss.title3}>{composeMessages.add}</h2>
        <div className={composeCss.kinds}>
          {blockKinds.map((kind) => (
            <Button
              key={kind}
              look="outline"
              size="small"
              aria-label={composeMessages.addKind(composeMessages.kinds[kind])}
              onClick={() => add(kind)}
            >
              {composeMessages.kinds[kind]}
            </Button>
          ))}
        </div>
      </section>
    </>
  );
}
