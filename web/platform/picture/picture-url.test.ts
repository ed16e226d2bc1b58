import { expect, it } from "vitest";
import { fittedPictureUrl } from "./fitted-picture-url.ts";
import { pictureUrl } from "./picture-url.ts";

const size = { width: 360, height: 240 };
const process = "image/resize,m_fill,w_360,h_240/quality,q_75/format,auto";

it("K16 requests an http picture over https, except from this machine", () => {
  expect(pictureUrl("http://cdn.example/a.jpg", size)).toBe("https://cdn.example/a.jpg");
  expect(pictureUrl("http://cdn.example/media/a.jpg", size)).toBe(
    `https://cdn.example/media/a.jpg?x-oss-process=${process}`,
  );
  for (const origin of ["http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1", ""])
    expect(pictureUrl(`${origin}/media/a.jpg`, size)).toBe(`${origin}/media/a.jpg?x-oss-process=${process}`);
});

it("K17 K18 fills width and height with quality 75 as webp; whole pixels within the service's limits", () => {
  expect(pictureUrl("/media/a.svg", size)).toBe(`/media/a.svg?x-oss-process=${process}`);
  expect(pictureUrl("/media/a.svg?v=1", { width: 99.6, height: 5_000 })).toBe(
    "/media/a.svg?v=1&x-oss-process=image/resize,m_fill,w_100,h_2000/quality,q_75/format,auto",
  );
  expect(pictureUrl("https://elsewhere.example/a.png", size)).toBe("https://elsewhere.example/a.png");
});

it("K17 a picture shown as a whole is fitted, also one with a signed address", () => {
  expect(fittedPictureUrl("/media/p-a.jpg?expires=1&signature=b", 1200)).toBe(
    "/media/p-a.jpg?expires=1&signature=b&x-oss-process=image/resize,m_lfit,w_1200,h_1200/quality,q_75/format,auto",
  );
  expect(fittedPictureUrl("http://cdn.example/m_fill.jpg", 9)).toBe("https://cdn.example/m_fill.jpg");
});
