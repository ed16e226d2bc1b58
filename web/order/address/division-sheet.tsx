import * as addressCss from "./address.module.css";
import { useState } from "react";
import type { District } from "#contract/location/location.ts";
import { send } from "../../platform/http/send.ts";
import { Button } from "../../ui/form/button.tsx";
import { SkeletonLine } from "../../ui/feedback/skeleton.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { useLoaded } from "../shared/use-loaded.ts";
import * as overlayCss from "../../ui/overlay/overlay.module.css";
import { loadDistricts } from "../api.ts";
import { addressMessages } from "./address-messages.ts";

/** Province, city and district with their codes. */
export type Division = { readonly codes: readonly [string, string, string]; readonly name: string };

/** Choice of province, city and district, one after the other. */
export function DivisionSheet({
  onChoose,
  onClose,
}: {
  onChoose: (division: Division) => void;
  onClose: () => void;
}) {
  const { answer, reason, reload } = useLoaded("districts", () => loadDistricts(send));
  const [path, setPath] = useState<readonly District[]>([]);
  const options = (path.at(-1) ?? answer)?.children ?? [];
  const choose = (next: District) => {
    const [province, city] = path;
    if (province === undefined || city === undefined) return setPath([...path, next]);
    const names = [province.name, city.name, next.name].filter((name, at, all) => name !== all[at - 1]);
    onChoose({ codes: [province.code, city.code, next.code], name: names.join(" ") });
  };
  return (
    <Sheet isOpen onClose={onClose} title={addressMessages.divisionTitle}>
      <div className={overlayCss.body}>
        <div className={addressCss.chosen}>
          {path.map(({ code, name }, place) => (
            <Button key={code} look="quiet" size="small" onClick={() => setPath(path.slice(0, place))}>
              {name}
            </Button>
          ))}
        </div>
        {answer === null && reason === null && <SkeletonLine />}
        {reason !== null && (
          <Button look="tonal" onClick={() => void reload()}>
            {addressMessages.retry}
          </Button>
        )}
        <div className={addressCss.divisions}>
          {options.map((option) => (
            <button key={option.code} type="button" onClick={() => choose(option)}>
              {option.name}
            </button>
          ))}
        </div>
      </div>
    </Sheet>
  );
}
