import type { ReactNode } from "react";

type TitledCardProps = { title?: string | undefined; remark?: string; children: ReactNode };

/** A block in its card, with its heading where it has one. */
export const TitledCard = ({ title, remark = "", children }: TitledCardProps) => (
  <section className="sect bk">
    {title !== undefined && <h2>{title}</h2>}
    {remark !== "" && <p className="bs c2 bk-rem">{remark}</p>}
    {children}
  </section>
);
