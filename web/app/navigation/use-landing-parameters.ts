import { useEffect } from "react";
import { useLocation } from "react-router";
import { consumeLanding } from "../../platform/navigation/address.ts";
import { hasLoginParameters } from "../../platform/login/login-lock.ts";

/**
 * After every navigation: what a login brought is taken out of the address (requirement C12), and
 * brought to its end (requirement G04). The first load's was received before hydration, in
 * entry.client.tsx, and is ended by app/startup/after-hydration.ts.
 */
export function useLandingParameters(): void {
  const { key, pathname, search } = useLocation();
  useEffect(() => {
    const landing = consumeLanding();
    // Most navigations bring nothing, and then the login's module is not loaded.
    if (hasLoginParameters(landing))
      void import("../../platform/login/login.ts").then(
        ({ receiveLoginLanding: receive, beginLogin: begin }) => {
          receive(landing);
          return begin(false);
        },
      );
  }, [key, pathname, search]);
}
