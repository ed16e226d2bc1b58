import type { ReactNode } from "react";
import * as fieldCss from "../../ui/form/field.module.css";

/** Numbered section of the form. */
export const FormSection = ({ at, title, children }: { at: number; title: string; children: ReactNode }) => (
  <section className={fieldCss.block}>
    <h2>
      <span className={fieldCss.step} aria-hidden="true">
        {at}
      </span>
      {title}
    </h2>
    {children}
  </section>
);
