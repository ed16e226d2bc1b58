import { Fragment, type ReactNode } from "react";
import { kitMessages } from "../messages.ts";
import * as displayCss from "./display.module.css";

export type FieldChange = {
  readonly name: string;
  readonly label: string;
  /** null: there was, or is, no value. */
  readonly from: ReactNode | null;
  readonly to: ReactNode | null;
};

/** One value before and after. */
export const OldNew = ({ from, to }: Pick<FieldChange, "from" | "to">) => (
  <>
    {from !== null && from !== "" ? <del className={displayCss.before}>{from}</del> : null}
    {to !== null && to !== "" ? (
      <ins className={displayCss.after}>{to}</ins>
    ) : (
      <span className={displayCss.after}>{kitMessages.emptied}</span>
    )}
  </>
);

/** Fields that changed, old → new. */
export const ChangeList = ({ changes }: { changes: readonly FieldChange[] }) => (
  <dl className={displayCss.changes}>
    {changes.map(({ name, label, from, to }) => (
      <Fragment key={name}>
        <dt>{label}</dt>
        <dd>
          <OldNew from={from} to={to} />
        </dd>
      </Fragment>
    ))}
  </dl>
);
