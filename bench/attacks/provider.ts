// A16: a maker's identity provider that says in its own way that a number is not verified.
import { showUser, tokenLogin } from "#contract/session/session.ts";
import { newMobile } from "../../e2e/testing/people.ts";
import { clients, secret, startExternalProvider } from "../../server/identity/test-external-provider.ts";
import { Stranger } from "./stranger.ts";
import { atMost, expectAnswer, type AttackResult } from "./table.ts";
import { startTarget, type TargetOptions } from "./target.ts";

/** Values that are no confirmation. */
const refused: readonly unknown[] = [
  false,
  "false",
  "False",
  "FALSE",
  0,
  "0",
  null,
  "",
  "no",
  "off",
  "n",
  "unverified",
  [],
  {},
  ["true"],
  -1,
];
const confirmed: readonly unknown[] = [true, "true", undefined];

export async function attackProvider(options: TargetOptions): Promise<AttackResult[]> {
  const external = await startExternalProvider();
  const settings = {
    OIDC_ISSUER: external.issuer,
    OIDC_CLIENT_SECRET: secret,
    OIDC_TOKEN_CLIENTS: clients.nativeApp,
  };
  const target = await startTarget({ ...options, settings });
  try {
    const bound: unknown[] = [];
    for (const flag of [...refused, ...confirmed]) {
      const phone = { phone_number: `+86${newMobile()}` };
      const person = external.addPerson(
        "林晓岚",
        flag === undefined ? phone : { ...phone, phone_number_verified: flag },
      );
      const stranger = new Stranger(target, "203.0.113.171");
      const accessToken = await external.token(person.sub, clients.nativeApp);
      stranger.token = (await stranger.call(tokenLogin, { accessToken })).data.sxToken;
      const { data } = await stranger.call(showUser, {});
      if (data.mobile !== null && data.mobile !== undefined) bound.push(flag);
    }
    const wrongly = bound.filter((flag) => refused.includes(flag));
    return [
      atMost(
        `A16 numbers bound of ${refused.length} that are not verified`,
        0,
        wrongly.length,
        `bound ${JSON.stringify(wrongly)}`,
      ),
      expectAnswer(
        "A16 numbers bound of those that are",
        String(confirmed.length),
        String(bound.length - wrongly.length),
      ),
    ];
  } finally {
    await target.stop();
    await external.close();
  }
}
