import type { Send } from "#contract/core/call.ts";
import type { NearOrganisation } from "#contract/organisation/organisation.ts";

/** The page shows a failed load itself. */
const quiet = { isSilent: true } as const;

/** Own point of the person; absent: unknown. */
export type OwnPoint = { readonly longitude: number; readonly latitude: number };

/** One dealer, with the distance from the person's own point (requirement U15). @throws Refusal notFound */
export async function loadDealer(send: Send, id: string, point?: OwnPoint): Promise<NearOrganisation> {
  const { showOrganisation } = await import("#contract/organisation/organisation.ts");
  return send(showOrganisation, { id, ...point }, quiet);
}
