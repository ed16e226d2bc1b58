import { useEffect, useRef, type ReactNode } from "react";
import { Dialog } from "@base-ui/react/dialog";
import { CloseIcon } from "../../../ui/icons/common-icons.tsx";
import { useWideScreen } from "../../../platform/browser/use-wide-screen.ts";
import { ToolButton } from "../controls/console-button.tsx";
import { Initial } from "../display/badge.tsx";
import { Watermark } from "../display/watermark.tsx";
import { kitMessages } from "../messages.ts";
import * as utilityCss from "../styles/utility.module.css";
import * as overlayCss from "./overlay.module.css";

type SidePanelProps = {
  title: string;
  /** Line below the title: 报名号 S26112801-0017. */
  subtitle?: ReactNode;
  /** State at the right of the title. */
  badge?: ReactNode;
  /** The title is a person's name: shows its first character, and the operator's id over the panel. */
  person?: { readonly operatorId: string; readonly shownAt: number };
  /** Acts, the first one takes the free width. */
  footer?: ReactNode;
  /** Sections with an h3 each. */
  children: ReactNode;
  /** Lies over the page on wide screens too, since it belongs to no table. */
  isOver?: boolean;
  onClose: () => void;
};

/** A scrolling part without any control in it is reached by Tab, since some browsers do not do so themselves. */
const makeScrollable = (element: HTMLElement | null): void => element?.setAttribute("tabindex", "0");

function PanelContent({ title, subtitle, badge, person, footer, children, onClose }: SidePanelProps) {
  return (
    <>
      {person && <Watermark {...person} />}
      <div className={overlayCss.drawerHead}>
        {person && <Initial name={title} isLarge />}
        <div {...(person && { "data-private": true })}>
          <h2>{title}</h2>
          {subtitle !== undefined && (
            <p className={`${utilityCss.caption} ${utilityCss.secondary}`}>{subtitle}</p>
          )}
        </div>
        {badge}
        <ToolButton label={kitMessages.close} icon={<CloseIcon size={20} />} onClick={onClose} />
      </div>
      <section ref={makeScrollable} className={overlayCss.drawerBody} aria-label={title}>
        {children}
      </section>
      {footer !== undefined && <div className={overlayCss.drawerFooter}>{footer}</div>}
    </>
  );
}

/** The panel beside the table: takes the focus when another row opens, so that the keyboard goes on from there. */
function BesideTable(props: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  // New browsers return a promise of scrollTo, which is no function that ends the effect.
  useEffect(() => {
    panel.current?.scrollTo({ top: 0 });
  }, [props.title]);
  return (
    <aside ref={panel} className={overlayCss.drawer} aria-label={props.title}>
      <PanelContent {...props} />
    </aside>
  );
}

/** Detail of a row: beside the table, or over it below 1024 px and for `isOver`, where Esc closes it. */
export function SidePanel(props: SidePanelProps) {
  const isWide = useWideScreen();
  if (isWide && props.isOver !== true) return <BesideTable {...props} />;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={overlayCss.backdrop} />
        <Dialog.Popup className={overlayCss.narrowDrawer} aria-label={props.title}>
          <PanelContent {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Table with the detail of the open row at its right. */
export const WithSidePanel = ({ children, panel }: { children: ReactNode; panel: ReactNode | null }) =>
  panel === null ? (
    children
  ) : (
    <div className={overlayCss.split}>
      <div>{children}</div>
      {panel}
    </div>
  );
