import { useEffect, useRef, type MouseEvent, type ReactNode } from "react";
import type { Brand } from "#contract/core/brand.ts";
import { classNames } from "../ui/styles/class-names.ts";
import { LockIcon } from "../ui/icons/form-icons.tsx";
import { ChevronLeftIcon } from "../ui/icons/common-icons.tsx";
import { Logo } from "../ui/layout/logo.tsx";
import { uiMessages } from "../ui/messages.ts";
import type { FrameProps } from "./page-props.ts";
import { passMessages } from "./messages.ts";
import * as frameCss from "../ui/styles/frame.module.css";
import * as passCss from "./pass.module.css";
import * as textCss from "../ui/styles/text.module.css";

/** The provider's own name instead of the maker's logo. */
const IdLogo = ({ brand }: { brand: Brand }) => (
  <Logo brand={{ name: brand.idName, latin: brand.idLatin, logo: brand.logo }} />
);

type ReturnLinkProps = {
  to: string;
  className: string;
  label?: string;
  children: ReactNode;
  onFollow: () => void;
};

/** Link that also works if the script's navigation fails. */
export const ReturnLink = ({ to, className, label, children, onFollow }: ReturnLinkProps) => (
  <a
    className={className}
    href={to}
    aria-label={label}
    onClick={(event: MouseEvent) => {
      event.preventDefault();
      onFollow();
    }}
  >
    {children}
  </a>
);

const Back = ({ returnAddress, onBack }: FrameProps) => (
  <ReturnLink className={frameCss.iconButton} to={returnAddress} label={uiMessages.back} onFollow={onBack}>
    <ChevronLeftIcon />
  </ReturnLink>
);

/** Page title; announced to screen readers after a change between these pages. */
export function PageTitle({
  isNavigated,
  className,
  children,
}: Pick<FrameProps, "isNavigated"> & {
  className: string;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNavigated) heading.current?.focus();
  }, [isNavigated]);
  return (
    <h1 ref={heading} tabIndex={-1} className={classNames(className, passCss.title)}>
      {children}
    </h1>
  );
}

type FramedProps = FrameProps & { children: ReactNode };

/** Picture and form: stacked on a phone, side by side on a desktop. */
export const PictureFrame = ({
  picture,
  slogan,
  children,
  ...page
}: FramedProps & { picture: string; slogan: string }) => (
  <main className={passCss.pass}>
    <div className={passCss.picture}>
      <img src={picture} alt="" />
      <div className={passCss.top}>
        <Back {...page} />
        <IdLogo brand={page.brand} />
      </div>
      <p className={`${passCss.slogan} ${textCss.preLine}`}>{slogan}</p>
    </div>
    <div className={passCss.form}>
      {children}
      <Origin {...page} />
    </div>
  </main>
);

/** Form without a picture. */
export const PlainFrame = ({
  children,
  isBusy = false,
  ...page
}: FramedProps & {
  /** Content is still loading. */
  isBusy?: boolean;
}) => (
  <main className={passCss.plain} aria-busy={isBusy}>
    <div className={passCss.bar}>
      <Back {...page} />
      <IdLogo brand={page.brand} />
    </div>
    {children}
    <Origin {...page} />
  </main>
);

/** Host name of the page; only an encrypted connection is called secure. */
const Origin = ({ brand, isEncrypted }: Pick<FrameProps, "brand" | "isEncrypted">) => (
  <p className={passCss.origin}>
    <LockIcon size={16} />
    {passMessages.byProvider(brand.idName)}
    {isEncrypted && passMessages.encrypted}
  </p>
);
