import type { ReactNode } from "react";

/** A numbered part of the form. */
export const FormSection = ({ at, title, children }: { at: number; title: string; children: ReactNode }) => (
  <section className="blk">
    <h2>
      <span className="n" aria-hidden="true">
        {at}
      </span>
      {title}
    </h2>
    {children}
  </section>
);
