import { useState } from "react";
import type { CoordinateSystem, DealerOutline } from "#contract/console/basics/dealers.ts";
import { Refusal } from "#contract/core/errors.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { SelectInput } from "../kit/form/select-input.tsx";
import { TextInput } from "../kit/form/text-input.tsx";
import { loadOutline } from "./api.ts";
import * as dealerCss from "./dealer.module.css";
import { dealerPageMessages } from "./messages.ts";

const { detail: texts } = dealerPageMessages;
const systems = Object.entries(texts.systems) as [CoordinateSystem, string][];
/** Two numbers as maps copy them, longitude first; null: none. */
function pointOf(text: string): { longitude: number; latitude: number } | null {
  const [longitude, latitude, ...more] = text.match(/-?\d+(?:\.\d+)?/gu) ?? [];
  if (longitude === undefined || latitude === undefined || more.length > 0) return null;
  return { longitude: Number(longitude), latitude: Number(latitude) };
}

type PastePointProps = {
  cityCode: string;
  onTake: (point: DealerOutline["point"]) => void;
};
/** Coordinates that are pasted from a map, turned into those of the product. */
export function PastePoint({ cityCode, onTake }: PastePointProps) {
  const [text, setText] = useState("");
  const [system, setSystem] = useState<CoordinateSystem>("gcj02");
  const [fault, setFault] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function take(): Promise<void> {
    const point = pointOf(text);
    setFault(point === null ? texts.pasteFault : null);
    if (point === null) return;
    setBusy(true);
    try {
      onTake((await loadOutline({ cityCode, ...point, system })).point);
      setText("");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(Object.values(error.fields)[0] ?? error.message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className={dealerCss.paste}>
      <TextInput
        label={texts.paste}
        hint={texts.pasteHint}
        value={text}
        onChange={setText}
        error={fault}
        autoComplete="off"
      />
      <SelectInput
        label={texts.system}
        options={systems.map(([value, label]) => ({ value, label }))}
        value={system}
        onChange={(value) => value !== "" && setSystem(value)}
      />
      <ConsoleButton isBusy={isBusy} disabled={text.trim() === ""} onClick={() => void take()}>
        {texts.take}
      </ConsoleButton>
    </div>
  );
}
