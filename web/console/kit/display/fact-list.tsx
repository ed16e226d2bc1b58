import { Fragment, type ReactNode } from "react";
import * as displayCss from "./display.module.css";

/** Label and value; a value of null leaves the fact out. */
export type FactEntry = readonly [label: string, value: ReactNode];

/** Facts of a thing, one below the other. */
export const FactList = ({ facts }: { facts: readonly FactEntry[] }) => (
  <dl className={displayCss.facts}>
    {facts.map(([label, value], index) =>
      value === null || value === undefined ? null : (
        // Two facts may have one label, such as two grants of a role.
        <Fragment key={`${index} ${label}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ),
    )}
  </dl>
);
