import type { ReactNode } from "react";
import type { Brand } from "#contract/brand.ts";
import { LockIcon } from "../ui/icons-of-things.tsx";
import { ChevronLeftIcon } from "../ui/icons.tsx";
import { Logo } from "../ui/logo.tsx";
import { words as shared } from "../ui/words.ts";
import type { PageProps } from "./page-props.ts";
import { words } from "./words.ts";

/** The provider's own name in the logo's place of the maker's. */
const IdLogo = ({ brand }: { brand: Brand }) => (
  <Logo brand={{ name: brand.idName, latin: brand.idLatin, logo: brand.logo }} />
);

export const BackLink = ({ to }: { to: string }) => (
  <a className="ib" href={to} aria-label={shared.back}>
    <ChevronLeftIcon />
  </a>
);

type FrameProps = Pick<PageProps, "brand" | "wayBack" | "isEncrypted"> & { children: ReactNode };
type PictureFrameProps = FrameProps & { picture: string; slogan: string };

/** A picture and a form: above one another on a phone, side by side on a desktop (mockups 09). */
export const PictureFrame = ({ picture, slogan, children, ...page }: PictureFrameProps) => (
  <main className="idp">
    <div className="idp-pic">
      <img src={picture} alt="" />
      <div className="idp-top">
        <BackLink to={page.wayBack} />
        <IdLogo brand={page.brand} />
      </div>
      <p className="idp-slogan pre">{slogan}</p>
    </div>
    <div className="idp-form">
      {children}
      <Origin {...page} />
    </div>
  </main>
);

/** A form alone (mockup 08-bind-mobile). */
export const PlainFrame = ({ children, ...page }: FrameProps) => (
  <main className="idp-plain">
    <div className="idp-bar">
      <BackLink to={page.wayBack} />
      <IdLogo brand={page.brand} />
    </div>
    {children}
    <Origin {...page} />
  </main>
);

/** Whose page this is; nothing is claimed about a connection that is not encrypted. */
const Origin = ({ brand, isEncrypted }: Pick<PageProps, "brand" | "isEncrypted">) => (
  <p className="idp-origin">
    <LockIcon size={16} />
    {words.byProvider(brand.idName)}
    {isEncrypted && words.encrypted}
  </p>
);
