// Position and connection that a host provides to its page through standard browser interfaces.
{
  const host = window.__marqueHost;
  const place = host.scenario.location;

  if (place) {
    const failures = {
      denied: { code: 1, message: "User denied Geolocation" },
      unavailable: { code: 2, message: "Position unavailable" },
      timeout: { code: 3, message: "Timeout expired" },
    };
    const numbers = { PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 };
    /** Answers after a delay like a phone's; a timeout takes the page's limit. */
    const locate = (answer, fail, options) => {
      const started = performance.now();
      const { outcome, longitude = 121.48, latitude = 31.22 } = place;
      host.report({ type: "place", direction: "out", name: "getCurrentPosition", detail: { ...options } });
      const isTimeout = outcome === "timeout";
      // With only approximate position allowed, the accuracy is kilometres.
      const accuracy = outcome === "city" ? 12_000 : 30;
      const finish = () => {
        const ms = Math.round(performance.now() - started);
        const failure = failures[outcome];
        host.report({
          type: "place",
          direction: "in",
          name: "getCurrentPosition",
          ms,
          result: outcome,
          isFailed: failure !== undefined,
        });
        if (failure) fail?.({ ...numbers, ...failure });
        else answer({ coords: { longitude, latitude, accuracy }, timestamp: Date.now() });
      };
      setTimeout(finish, isTimeout ? Math.min(options?.timeout ?? 3_000, 30_000) : 60);
    };
    const geolocation = {
      getCurrentPosition: locate,
      watchPosition: (answer, fail, options) => {
        locate(answer, fail, options);
        return 1;
      },
      clearWatch: () => {},
    };
    host.replaceGetter(Navigator.prototype, "geolocation", () => geolocation);
    const query = Permissions.prototype.query;
    const states = { granted: "granted", city: "granted", denied: "denied" };
    Permissions.prototype.query = function (wanted) {
      if (wanted?.name !== "geolocation") return query.call(this, wanted);
      return Promise.resolve(
        Object.assign(new EventTarget(), { state: states[place.outcome] ?? "prompt", onchange: null }),
      );
    };
  }

  let isOnline = true;
  const setOnline = (next) => {
    if (next === isOnline) return;
    isOnline = next;
    dispatchEvent(new Event(next ? "online" : "offline"));
  };
  // The browser's own state also counts: a test may take its network offline.
  const { get: realOnline } = Object.getOwnPropertyDescriptor(Navigator.prototype, "onLine");
  host.replaceGetter(Navigator.prototype, "onLine", function () {
    return isOnline && realOnline.call(navigator);
  });
  host.setOnline = setOnline;
}
