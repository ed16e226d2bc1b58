import { HydratedRouter } from "react-router/dom";
import { clientRouter, hydrate } from "./app/startup/client-router.tsx";
import { consumeLanding } from "./platform/navigation/address.ts";
import { saveChannel } from "./platform/tracking/channel.ts";
import { hasLoginParameters } from "./platform/login/login-lock.ts";

performance.mark("client-start");
// Before the router reads the address: stores the channel, and removes login and link parameters.
saveChannel(location.search);
const landing = consumeLanding();
const start = (): void => {
  if (import.meta.env.DEV) return hydrate(document, <HydratedRouter />);
  const router = clientRouter();
  // React starts in another task than the router, so that a tap can be answered in between.
  setTimeout(hydrate, 0, document, router);
};
// The login module is loaded first only for login parameters.
if (hasLoginParameters(landing))
  void import("./platform/login/login.ts")
    .then(({ receiveLoginLanding }) => receiveLoginLanding(landing))
    .finally(start);
else start();
