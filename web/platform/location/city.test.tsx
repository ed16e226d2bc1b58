import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  requestedCityCode,
  cityCookie,
  initialCity,
  isCityInAddress,
  saveCity,
  savePoint,
  usePlaceChanges,
  currentViewpoint,
} from "./city.ts";

const shanghai = { code: "310100", name: "上海", longitude: 121.48, latitude: 31.22 };
const hangzhou = { code: "330100", name: "杭州", longitude: 120.15, latitude: 30.28 };
const point = { longitude: 121.5, latitude: 31.25 };
const home = location.href;
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  saveCity(shanghai, "address");
});
afterEach(() => history.replaceState(null, "", home));

it("J15 notifies subscribers of the person's own location in the city that is shown already", async () => {
  const seen: number[] = [];
  const Watcher = () => {
    seen.push(usePlaceChanges());
    return null;
  };
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  root.render(<Watcher />);
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0));
  const before = seen.length;
  savePoint(point, "310100");
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(before));
  expect(currentViewpoint()).toEqual({ cityCode: "310100", ...point, isExact: true });
  root.unmount();
});

it("a location in another city gives no distances", () => {
  savePoint(point, "330100");
  expect(currentViewpoint()).toMatchObject({ cityCode: "310100", isExact: false });
});

const cityCodeOf = (search: string, cookie = "") => {
  const request = new Request(`http://localhost/list${search}`);
  // A browser's own Request objects carry no readable cookie.
  return requestedCityCode(
    cookie === "" ? request : ({ url: request.url, headers: new Map([["cookie", cookie]]) } as never),
  );
};

it("C20 takes the address's city, or its province's capital", () => {
  expect(cityCodeOf("?cityCode=330100")).toBe("330100");
  expect(cityCodeOf("?provinceCode=330000")).toBe("330100");
  expect(cityCodeOf("?provinceCode=330000&cityCode=330200")).toBe("330200");
  expect(cityCodeOf("?provinceCode=310000")).toBe("310100");
  expect(["710000", "810000", "820000"].map((code) => cityCodeOf(`?provinceCode=${code}`))).toEqual([
    "710000",
    "810000",
    "820000",
  ]);
  expect(cityCodeOf("?cityCode=x&provinceCode=1")).toBeNull();
});

it("J15 the city cookie is bound to this host under https, and has a name that works over http", () => {
  expect(cityCookie("330100", true)).toMatch(/^__Host-marque_city=330100; path=\/;.*; samesite=lax; secure$/);
  expect(cityCookie("330100", false)).toMatch(/^marque_city=330100; path=\/;.*; samesite=lax$/);
});

it("J15 the address takes precedence over the cookie", () => {
  expect(cityCodeOf("", "a=1; marque_city=330100")).toBe("330100");
  expect(cityCodeOf("?provinceCode=440000", "marque_city=330100")).toBe("440100");
  expect([
    isCityInAddress(""),
    isCityInAddress("?provinceCode=440000"),
    isCityInAddress("?cityCode=1"),
  ]).toEqual([false, true, false]);
});

it("J15 a page that was rendered before another city was chosen does not bring back the old one", () => {
  saveCity(hangzhou, "hand");
  expect(initialCity(shanghai).code).toBe("330100");
  history.replaceState(null, "", "?cityCode=310100");
  expect(initialCity(shanghai).code).toBe("310100");
});
