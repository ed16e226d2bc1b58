/** The test seams of contract section 11, over HTTP. */

export type InjectedFault = {
  /** Of the request, without query; "*" at its end: whatever begins so. */
  readonly path: string;
  /** Under this host name alone. */
  readonly host?: string;
  readonly method?: string;
  /** HTTP status, over 599 too. */
  readonly status?: number;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message?: string;
  /** Instead of an envelope. */
  readonly body?: string;
  readonly delayMs?: number;
  readonly times?: number;
};

async function ask<T>(address: string, body?: unknown): Promise<T> {
  const answer = await fetch(
    address,
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
  );
  const { message, data } = (await answer.json()) as { message: string; data: T };
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${message}`);
  return data;
}

/** What the outside world does to the product of an origin. */
export const simulator = (origin: string) => ({
  /** The next answers of these paths fail that way; without any, nothing fails any more. */
  fail: (...faults: InjectedFault[]): Promise<{ waiting: number }> => ask(`${origin}/sim/faults`, faults),
  /** Sets the server's time, from where it goes on; null frees it. */
  setClock: (now: number | null): Promise<{ now: number }> => ask(`${origin}/sim/clock`, { now }),
  /** Decides all KOC applications of an activity that are in review. */
  reviewKoc: async (activityId: string, verdict: "accepted" | "declined", reason = ""): Promise<void> => {
    const waiting = await ask<{ activityId: string; userId: string }[]>(`${origin}/sim/koc`);
    const found = waiting.filter((one) => one.activityId === activityId);
    await Promise.all(
      found.map(({ userId }) => ask(`${origin}/sim/koc`, { activityId, userId, verdict, reason })),
    );
  },
  /** A sealed code that invites somebody to an activity. */
  invite: async (activityId: string, name: string): Promise<string> =>
    (await ask<{ sec: string }>(`${origin}/sim/sec`, { activityId, name })).sec,
  /** Makes a mobile's person a verified owner of cars of these series. */
  ownsCar: (mobile: string, seriesCodes: readonly string[]): Promise<null> =>
    ask(`${origin}/sim/owner`, { mobile, verified: true, seriesCodes }),
  /** A mobile's car was in this workshop just now. */
  serviced: (mobile: string, organisationId: string): Promise<null> =>
    ask(`${origin}/sim/maintenance`, { mobile, organisationId }),
  /** The code of the last SMS to a number. */
  sms: async (mobile: string): Promise<string> =>
    (await ask<{ code: string }>(`${origin}/sim/sms?mobile=${mobile}`)).code,
  /** An account of the provider with a user name, and no mobile. */
  addAccount: (account: {
    userName: string;
    password: string;
    nickname: string;
  }): Promise<{ accountId: string }> => ask(`${origin}/sim/account`, account),
  /** A link's `tk` that logs a number's account in, as another system of the maker's makes it. */
  tk: async (mobile: string, seconds = 300): Promise<string> =>
    (await ask<{ tk: string }>(`${origin}/sim/tk`, { mobile, seconds })).tk,
  /** An access token of the provider, as the native app would hold one. */
  accessToken: async (mobile: string): Promise<string> =>
    (await ask<{ accessToken: string }>(`${origin}/sim/native-token`, { mobile })).accessToken,
  /** The same of an account without a mobile. */
  accessTokenOf: async (accountId: string): Promise<string> =>
    (await ask<{ accessToken: string }>(`${origin}/sim/native-token`, { accountId })).accessToken,
});
