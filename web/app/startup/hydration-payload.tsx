import { createContext, useContext } from "react";

/** Data that the client needs to hydrate, as JSON text; only set while rendering on the server. */
export const HydrationPayloadContext = createContext("");

export function HydrationPayload() {
  const text = useContext(HydrationPayloadContext);
  return (
    <script
      type="application/json"
      id="page-data"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
