import { Popover } from "@base-ui/react/popover";
import type { FigureName } from "#contract/console/figure-terms.ts";
import { InfoIcon } from "../../ui/icons/common-icons.tsx";
import { ToolButton } from "../kit/controls/console-button.tsx";
import * as controlsCss from "../kit/controls/controls.module.css";
import { figureTerm } from "./figure-text.ts";
import * as figureCss from "./figure.module.css";
import { figurePageMessages as texts } from "./messages.ts";

/** 口径 of a figure: what is counted. */
export function MeaningButton({ figure }: { figure: FigureName }) {
  const { name, meaning, isCurrent } = figureTerm(figure);
  return (
    <Popover.Root>
      <Popover.Trigger
        render={<ToolButton isSmall label={texts.meaning(name)} icon={<InfoIcon size={16} />} />}
      />
      <Popover.Portal>
        <Popover.Positioner className={controlsCss.menuLayer} sideOffset={4} align="start">
          <Popover.Popup className={figureCss.meaning}>
            <Popover.Title className={figureCss.meaningTitle}>
              {name} · {texts.meaningTitle}
            </Popover.Title>
            <Popover.Description>{meaning}</Popover.Description>
            {isCurrent === true && <p>{texts.current}</p>}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
