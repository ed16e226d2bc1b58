import { useEffect } from "react";
import { useLocation } from "react-router";
import { consumeLanding } from "../../platform/navigation/address.ts";
import { hasLoginParameters } from "../../platform/login/login-lock.ts";

/**
 * Removes login parameters from the address after every navigation (requirement C12), and completes the login
 * (requirement G04). Those of the first load are received before hydration in entry.client.tsx, and completed
 * by app/startup/after-hydration.ts.
 */
export function useLandingParameters(): void {
  const { key, pathname, search } = useLocation();
  useEffect(() => {
    const landing = consumeLanding();
    // Loads the login module only for login parameters, which most navigations do not have.
    if (hasLoginParameters(landing))
      void import("../../platform/login/login.ts").then(({ receiveLoginLanding, beginLogin }) => {
        receiveLoginLanding(landing);
        return beginLogin(false);
      });
  }, [key, pathname, search]);
}
