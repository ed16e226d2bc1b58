import type { ReactNode } from "react";

type HeadedProps = { title?: string | undefined; remark?: string; children: ReactNode };

/** A block in its card, with its heading where it has one. */
export const Headed = ({ title, remark = "", children }: HeadedProps) => (
  <section className="sect bk">
    {title !== undefined && <h2>{title}</h2>}
    {remark !== "" && <p className="bs c2 bk-rem">{remark}</p>}
    {children}
  </section>
);
