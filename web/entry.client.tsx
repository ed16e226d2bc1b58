import { HydratedRouter } from "react-router/dom";
import { clientRouter, hydrate } from "./app/startup/client-router.tsx";
import { consumeLanding } from "./platform/navigation/address.ts";
import { saveChannel } from "./platform/tracking/channel.ts";
import { hasLoginParameters } from "./platform/login/login-lock.ts";

performance.mark("client-start");
// Before the router reads the address: what a login or a link brought is taken and taken out.
saveChannel(location.search);
const landing = consumeLanding();
const start = (): void => {
  if (import.meta.env.DEV) return hydrate(document, <HydratedRouter />);
  const router = clientRouter();
  // React's own start is a task apart from that of the router, so that a tap can come between.
  setTimeout(hydrate, 0, document, router);
};
// Only what belongs to a login needs its module first.
if (hasLoginParameters(landing))
  void import("./platform/login/login.ts")
    .then(({ receiveLoginLanding: receive }) => receive(landing))
    .finally(start);
else start();
