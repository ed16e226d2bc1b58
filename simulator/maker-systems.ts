import { createHmac } from "node:crypto";
import { makerHeaders } from "#contract/maker/maker.ts";
import { Refusal } from "#contract/core/errors.ts";
import { showOrganisation, type Organisation } from "#contract/organisation/organisation.ts";
import type { MakerRecordResult } from "#contract/maker/maker.ts";
import type { Product } from "../server/app.ts";
import { urlPrefixes } from "../server/http/network/url-prefixes.ts";

type Envelope<D> = { readonly message: string; readonly data: D };

/**
 * Reports one record as a system of the maker does: by the signed call (docs/maker-systems.md).
 * @throws Refusal with the message of a record or call that was refused
 */
export async function reportRecord(
  { app, context }: Pick<Product, "app" | "context">,
  path: string,
  record: object,
): Promise<void> {
  const [secret = ""] = context.config.makerSystems?.secrets ?? [];
  const body = JSON.stringify({ records: [record] });
  const timestamp = String(context.clock.now());
  const answer = await app.inject({
    method: "POST",
    url: urlPrefixes(context.config).api + path,
    headers: {
      "content-type": "application/json",
      [makerHeaders.timestamp]: timestamp,
      [makerHeaders.signature]: createHmac("sha256", secret)
        .update(`${timestamp}.${body}`)
        .digest("base64url"),
    },
    payload: body,
  });
  const { message, data } = answer.json<Envelope<{ results: MakerRecordResult[] } | null>>();
  const [result] = data?.results ?? [];
  if (result === undefined || result.result === "refused")
    throw new Refusal("invalid", { message: result?.message ?? message });
}

/** The maker's code of a dealer. @throws Refusal "notFound" */
export async function dealerCodeOf(
  { app, context }: Pick<Product, "app" | "context">,
  id: string,
): Promise<string> {
  const path = showOrganisation.paths[0].replace(":id", id);
  const answer = await app.inject({ url: urlPrefixes(context.config).api + path });
  const { data } = answer.json<Envelope<Organisation | null>>();
  if (!data) throw new Refusal("notFound");
  return data.code;
}
