import { useEffect, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import { showLoginOptions } from "#contract/console/login.ts";
import { defaultBrand } from "#contract/core/default-brand.ts";
import { applyBrandColours, setPageTitle } from "../../platform/console/page-facts.ts";
import { BrandMark } from "../../ui/layout/logo.tsx";
import { loadLoginOptions, type LoginOptions } from "./api.ts";
import { operatorLoginMessages } from "./messages.ts";
import * as loginCss from "./login.module.css";

/** Ways of logging in; null until they are loaded. */
export function useLoginOptions(): LoginOptions | null {
  const { data } = useQuery({
    queryKey: [showLoginOptions.name],
    queryFn: loadLoginOptions,
    staleTime: Infinity,
  });
  return data ?? null;
}

/** Page before the login: the brand's drawing at the left, one card at the right. */
export function LoginFrame({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const options = useLoginOptions();
  const brand = options?.brand ?? defaultBrand;
  useEffect(() => applyBrandColours(brand.theme), [brand]);
  useEffect(() => setPageTitle(title), [title]);
  return (
    <div className={loginCss.page}>
      <div className={loginCss.art}>
        <div>
          <span className={loginCss.logo} translate="no">
            <BrandMark logo={brand.logo} />
            <span>
              <b>{brand.name}</b>
              <small>{brand.latin}</small>
            </span>
          </span>
          <h2>
            {operatorLoginMessages.claim.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </h2>
        </div>
        <p>{operatorLoginMessages.notice}</p>
      </div>
      <main className={loginCss.form}>
        <h1>{title}</h1>
        <div className={loginCss.lead}>{lead}</div>
        {children}
      </main>
    </div>
  );
}
