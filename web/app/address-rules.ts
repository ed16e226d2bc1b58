import { useEffect } from "react";
import { useLocation } from "react-router";
import { takeLanding } from "../platform/address.ts";
import { mayBeLogin } from "../platform/login/settled.ts";

/**
 * After every navigation: what a login brought is taken out of the address (requirement C12), and
 * brought to its end (requirement G04). The first load's was received before hydration, in
 * entry.client.tsx, and is ended by app/start.ts.
 */
export function useAddressRules(): void {
  const { key, pathname, search } = useLocation();
  useEffect(() => {
    const landing = takeLanding();
    // Most navigations bring nothing, and then the login's module is not loaded.
    if (mayBeLogin(landing))
      void import("../platform/login/login.ts").then(({ receive, begin }) => {
        receive(landing);
        return begin(false);
      });
  }, [key, pathname, search]);
}
