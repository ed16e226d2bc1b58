import { useState } from "react";
import type { BlockOf } from "#contract/blocks.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Picture } from "../ui/picture.tsx";
import { Headed } from "./headed.tsx";
import { words } from "./words.ts";

/** A poster; the film itself is not asked for before somebody wants to see it. */
export function VideoBlock({ block }: { block: BlockOf<"video"> }) {
  const { title, url, posterUrl, label, captionsUrl } = block;
  const [state, setState] = useState<"poster" | "plays" | "failed">("poster");
  return (
    <Headed title={title}>
      <div className="bk-video">
        {state === "plays" ? (
          <video
            src={url}
            aria-label={label}
            controls
            autoPlay
            playsInline
            onError={() => setState("failed")}
          >
            <track kind="captions" srcLang="zh" default src={captionsUrl} />
          </video>
        ) : (
          <>
            <Picture
              url={posterUrl}
              width={750}
              height={422}
              widths={[500, 750, 1000]}
              sizes="(min-width: 1024px) 670px, 100vw"
            />
            {state === "poster" ? (
              <button
                type="button"
                className="go"
                aria-label={words.play(label)}
                onClick={() => setState("plays")}
              >
                <Icon size={32}>
                  <path className="f" d="M8 5.5v13l11-6.5z" />
                </Icon>
              </button>
            ) : (
              <div className="no" role="alert">
                <p>{words.videoFailed}</p>
                <Button look="tonal" size="small" onClick={() => setState("plays")}>
                  {words.retry}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </Headed>
  );
}
