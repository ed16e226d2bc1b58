import { isRouteErrorResponse, useRouteError } from "react-router";
import { isScriptLoadError } from "../../platform/http/network-errors.ts";
import { reloadConsolePage } from "../../platform/console/page-facts.ts";
import { InfoIcon, WarningIcon } from "../../ui/icons/common-icons.tsx";
import { ConsoleButton, ConsoleLink } from "../kit/controls/console-button.tsx";
import { StateFrame } from "../kit/feedback/page-state.tsx";
import { PageMain } from "../kit/layout/page-layout.tsx";
import { shellMessages } from "./messages.ts";

/** Page of an unknown address. */
export const UnknownPage = () => (
  <main id="content">
    <PageMain>
      <StateFrame
        icon={<InfoIcon size={20} />}
        title={shellMessages.notFound}
        text={shellMessages.notFoundText}
      >
        <ConsoleLink to="/">{shellMessages.toStart}</ConsoleLink>
      </StateFrame>
    </PageMain>
  </main>
);

/** Page instead of one that failed to load or to render. */
export function ConsoleErrorPage() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <UnknownPage />;
  // After a release the old page's scripts are gone.
  const isOutdated = isScriptLoadError(error);
  return (
    <main id="content">
      <PageMain>
        <StateFrame
          icon={<WarningIcon size={20} />}
          title={isOutdated ? shellMessages.outdated : shellMessages.crashed}
          text={isOutdated ? undefined : shellMessages.crashedText}
        >
          <ConsoleButton look="primary" onClick={reloadConsolePage}>
            {shellMessages.reload}
          </ConsoleButton>
        </StateFrame>
      </PageMain>
    </main>
  );
}
