import { useEffect } from "react";
import { useLocation } from "react-router";
import { takeLanding } from "../platform/address.ts";
import { mayBeReturn } from "../platform/login/settled.ts";

/**
 * After every navigation: what a login brought is taken out of the address (requirement C12), and
 * a return from the provider is brought to its end (requirement G04). The first load's was
 * received before hydration, in entry.client.tsx.
 */
export function useAddressRules(): void {
  const { key, pathname, search } = useLocation();
  useEffect(() => {
    const landing = takeLanding();
    // Most navigations bring nothing, and then the login's module is not loaded.
    if (mayBeReturn(landing))
      void import("../platform/login/sso.ts").then(({ receiveReturn, finishReturn }) => {
        receiveReturn(landing);
        return finishReturn();
      });
  }, [key, pathname, search]);
}
