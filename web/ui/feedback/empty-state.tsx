import type { ReactNode } from "react";
import { Illustration, type IllustrationKind } from "../media/illustration.tsx";

/** Nothing to show in a part of a page: a picture, one line of fact, a way out. */
export const EmptyState = ({
  art = "road",
  title,
  text,
  children,
}: {
  art?: IllustrationKind;
  title: string;
  text?: string;
  /** Buttons: the ways out. */
  children?: ReactNode;
}) => (
  <div className="empty">
    <Illustration kind={art} />
    <h2 className="t2">{title}</h2>
    {text && <p className="pre">{text}</p>}
    {children !== undefined && <div className="row g3 mt6 cen">{children}</div>}
  </div>
);

/** A whole page that could not be shown (mockups 14-*); it has the page's heading. */
export const ErrorState = ({
  art,
  title,
  text,
  note,
  children,
}: {
  art: ReactNode;
  title: string;
  text: string;
  /** Small print for support, for example the request's number. */
  note?: string | null;
  children: ReactNode;
}) => (
  <div className="er">
    {art}
    <h1 className="t1">{title}</h1>
    <p className="pre">{text}</p>
    <div className="bt">{children}</div>
    {note !== undefined && note !== null && <p className="cap c3 mt4">{note}</p>}
  </div>
);
