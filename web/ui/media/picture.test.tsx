import "../styles/base.css";
import "../styles/motion.module.css";
import "../styles/icon.module.css";
import "../styles/layout.module.css";
import "../styles/text.module.css";
import "../styles/tones.css";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ResponsivePicture } from "./picture.tsx";

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  place = document.createElement("div");
  document.body.append(place);
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
});
const shown = async (url: string): Promise<HTMLImageElement> => {
  root.render(<ResponsivePicture url={url} width={240} height={160} />);
  await expect.poll(() => place.querySelector("img")).not.toBeNull();
  return place.querySelector("img") as HTMLImageElement;
};

it("K17 the place of a loading picture is reserved and has the picture's own colour", async () => {
  // A missing picture fails at once and shows the same as one that never arrives.
  const image = await shown("/media/cover-snow-tg-0123456789abcdef.svg");
  expect([image.offsetWidth, image.offsetHeight]).toEqual([240, 160]);
  expect(getComputedStyle(image).backgroundColor).toBe("rgb(119, 170, 187)");
});

it("K17 transparent pictures and those of other hosts have no background", async () => {
  for (const url of ["/media/series-zhiwei-0123456789abcdef.svg", "https://elsewhere.example/a.png"])
    expect(getComputedStyle(await shown(url)).backgroundColor).toBe("rgba(0, 0, 0, 0)");
});

it("K17 K18 sizes for 1x, 2x and 3x are offered; a picture of another host once", async () => {
  const image = await shown("/media/a-0123456789abcdef.jpg");
  const widths = [...image.srcset.matchAll(/w_(\d+),h_(\d+)\/quality,q_75\/format,auto (\d+)w/g)].map(
    ([, width, height, told]) => [width, height, told].map(Number),
  );
  expect(widths).toEqual([
    [240, 160, 240],
    [480, 320, 480],
    [720, 480, 720],
  ]);
  expect(image.sizes).toBe("240px");
  root.render(<ResponsivePicture url="https://elsewhere.example/b.png" width={240} height={160} />);
  await expect.poll(() => image.getAttribute("src")).toBe("https://elsewhere.example/b.png");
  expect(image.hasAttribute("srcset")).toBe(false);
});
