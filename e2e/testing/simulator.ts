/** Client of the simulator's test API over HTTP (contract section 11). */

export type InjectedFault = {
  /** Path of the request, without query; "*" at its end matches any continuation. */
  readonly path: string;
  /** Restricts the fault to this host name. */
  readonly host?: string;
  readonly method?: string;
  /** HTTP status; may exceed 599. */
  readonly status?: number;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message?: string;
  /** Raw body in place of an envelope. */
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

/** Controls the simulated outside world of a product. */
export const simulator = (origin: string) => ({
  /** Makes the next answers of these paths fail; without arguments removes all faults. */
  fail: (...faults: InjectedFault[]): Promise<{ waiting: number }> => ask(`${origin}/sim/faults`, faults),
  /** Sets the server's clock, which runs on from there; null resets it. */
  setClock: (now: number | null): Promise<{ now: number }> => ask(`${origin}/sim/clock`, { now }),
  /** Decides all KOC applications of an activity that are in review. */
  reviewKoc: async (activityId: string, verdict: "accepted" | "declined", reason = ""): Promise<void> => {
    const waiting = await ask<{ activityId: string; userId: string }[]>(`${origin}/sim/koc`);
    const found = waiting.filter((one) => one.activityId === activityId);
    await Promise.all(
      found.map(({ userId }) => ask(`${origin}/sim/koc`, { activityId, userId, verdict, reason })),
    );
  },
  /** Creates an invitation code for an activity. */
  invite: async (activityId: string, name: string): Promise<string> =>
    (await ask<{ sec: string }>(`${origin}/sim/sec`, { activityId, name })).sec,
  /** Makes a mobile's person a verified owner of cars of these series. */
  ownsCar: (mobile: string, seriesCodes: readonly string[]): Promise<null> =>
    ask(`${origin}/sim/owner`, { mobile, verified: true, seriesCodes }),
  /** Records a current visit of a mobile's car to this workshop. */
  serviced: (mobile: string, organisationId: string): Promise<null> =>
    ask(`${origin}/sim/maintenance`, { mobile, organisationId }),
  /** Returns the code of the last SMS to a number. */
  sms: async (mobile: string): Promise<string> =>
    (await ask<{ code: string }>(`${origin}/sim/sms?mobile=${mobile}`)).code,
  /** Creates a provider account with a user name and without a mobile number. */
  addAccount: (account: {
    userName: string;
    password: string;
    nickname: string;
  }): Promise<{ accountId: string }> => ask(`${origin}/sim/account`, account),
  /** Creates a link's `tk`, which logs in the account of a number, as another system of the maker does. */
  tk: async (mobile: string, seconds = 300): Promise<string> =>
    (await ask<{ tk: string }>(`${origin}/sim/tk`, { mobile, seconds })).tk,
  /** Returns an access token of the provider, as the native app holds one. */
  accessToken: async (mobile: string): Promise<string> =>
    (await ask<{ accessToken: string }>(`${origin}/sim/native-token`, { mobile })).accessToken,
  /** Returns an access token of an account without a mobile number. */
  accessTokenOf: async (accountId: string): Promise<string> =>
    (await ask<{ accessToken: string }>(`${origin}/sim/native-token`, { accountId })).accessToken,
});
