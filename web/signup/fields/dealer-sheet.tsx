import type { NearOrganisation } from "#contract/organisation/organisation.ts";
import { dealerDisplayName } from "#contract/organisation/display-name.ts";
import { CheckIcon } from "../../ui/icons/form-icons.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { dealerLocation } from "./dealer-location.ts";
import { signUpMessages } from "../messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as overlayCss from "../../ui/overlay/overlay.module.css";
import * as signUpCss from "../register/sign-up.module.css";

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
    <Sheet isOpen={isOpen} onClose={onClose} title={signUpMessages.chooseDealer}>
      <ul className={`${overlayCss.body} ${signUpCss.dealers}`}>
        {dealers.map((dealer) => (
          <li key={dealer.id}>
            <button
              type="button"
              className={contentCss.listRow}
              aria-pressed={dealer.id === value}
              onClick={() => onChoose(dealer.id)}
            >
              <span className={layoutCss.grow}>
                <b>{dealerDisplayName(dealer)}</b>
                <small>{dealerLocation(dealer)}</small>
              </span>
              {dealer.id === value && <CheckIcon size={20} />}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
