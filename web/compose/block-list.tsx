import { useState } from "react";
import { raise } from "../platform/http/challenges.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/states.tsx";
import { BlockCard } from "./block-card.tsx";
import { emptyBlock, kinds } from "./block-fields.ts";
import type { Placed } from "./history.ts";
import { words } from "./words.ts";

type BlockListProps = {
  list: readonly Placed[];
  faults: Readonly<Record<string, string>>;
  pictures: readonly string[];
  onChange: (list: readonly Placed[]) => void;
  /** A block is to stand elsewhere. @param to its place, from 0 */
  onMove: (key: number, to: number) => void;
};

/** Keys of blocks added here are below zero, so that they never meet those of loaded ones. */
let added = 0;

/** The page's blocks in order, and what can be added. */
export function BlockList({ list, faults, pictures, onChange, onMove }: BlockListProps) {
  const [newest, setNewest] = useState<number | null>(null);
  const add = (kind: (typeof kinds)[number]) => {
    const key = --added;
    setNewest(key);
    onChange([...list, { key, block: emptyBlock(kind) }]);
  };
  const remove = async (at: number, kind: (typeof kinds)[number]) => {
    if (await raise("dialog", words.askRemove(words.block(at + 1, words.kinds[kind]))))
      onChange(list.filter((_, place) => place !== at));
  };
  return (
    <>
      {list.length === 0 && <Empty {...words.empty} />}
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
      <section className="card p">
        <h2 className="t3">{words.add}</h2>
        <div className="cps-kinds">
          {kinds.map((kind) => (
            <Button
              key={kind}
              look="outline"
              size="small"
              aria-label={words.addKind(words.kinds[kind])}
              onClick={() => add(kind)}
            >
              {words.kinds[kind]}
            </Button>
          ))}
        </div>
      </section>
    </>
  );
}
