import * as addressCss from "./address.module.css";
import { useState } from "react";
import { send } from "../../platform/http/send.ts";
import { Button } from "../../ui/form/button.tsx";
import { useSingleFlight } from "../../ui/hooks/use-single-flight.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";
import { loadDistricts } from "../api.ts";
import { addressMessages } from "./address-messages.ts";
import { parseAddress, type ParsedAddress } from "./parse-address.ts";

const fields = ["name", "mobile", "division", "detail"] as const;

/** 粘贴识别: fills the form from a pasted text (requirement MA13). The text stays on the device. */
export function PasteBox({ onFilled }: { onFilled: (parsed: ParsedAddress) => void }) {
  const [text, setText] = useState("");
  const [note, setNote] = useState<string>(addressMessages.pasteHint);
  const [isBusy, fill] = useSingleFlight(async () => {
    try {
      const parsed = parseAddress(text, await loadDistricts(send));
      const names = fields.filter((field) => parsed[field] !== undefined);
      onFilled(parsed);
      setNote(
        names.length === 0
          ? addressMessages.nothingFilled
          : addressMessages.filled(names.map((name) => addressMessages.fieldNames[name]).join("、")),
      );
    } catch {
      setNote(addressMessages.failed);
    }
  });
  return (
    <section className={addressCss.paste}>
      <div className={`${layoutCss.row} ${layoutCss.spaceBetween}`}>
        <label htmlFor="address-paste" className={textCss.bold}>
          {addressMessages.paste}
        </label>
        <Button size="tiny" isBusy={isBusy} disabled={text.trim() === ""} onClick={() => void fill()}>
          {addressMessages.fill}
        </Button>
      </div>
      <textarea id="address-paste" value={text} onChange={({ target }) => setText(target.value)} />
      <output className={textCss.caption}>{note}</output>
    </section>
  );
}
