import type { NearOrganisation } from "#contract/organisation.ts";
import { shownName } from "#contract/shown-name.ts";
import { CheckIcon } from "../ui/icons-of-forms.tsx";
import { Sheet } from "../ui/overlay.tsx";
import { dealerPlace } from "./dealer-name.ts";
import { words } from "./words.ts";

type DealerSheetProps = {
  isOpen: boolean;
  onClose: () => void;
  dealers: readonly NearOrganisation[];
  value: string;
  onChoose: (dealerId: string) => void;
};

/** All dealers of the activity, nearest first (requirement U25). */
export default function DealerSheet({ isOpen, onClose, dealers, value, onChoose }: DealerSheetProps) {
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.chooseDealer}>
      <ul className="bd dlrs">
        {dealers.map((dealer) => (
          <li key={dealer.id}>
            <button
              type="button"
              className="li"
              aria-pressed={dealer.id === value}
              onClick={() => onChoose(dealer.id)}
            >
              <span className="f1">
                <b>{shownName(dealer)}</b>
                <small>{dealerPlace(dealer)}</small>
              </span>
              {dealer.id === value && <CheckIcon size={20} />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
