import type { ReactNode } from "react";
import * as formCss from "../../ui/form/field.module.css";

/** Numbered section of the form. */
export const FormSection = ({ at, title, children }: { at: number; title: string; children: ReactNode }) => (
  <section className={formCss.block}>
    <h2>
      <span className={formCss.step} aria-hidden="true">
        {at}
      </span>
      {title}
    </h2>
    {children}
  </section>
);
