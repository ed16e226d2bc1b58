import { useState } from "react";
import type { BlockOf } from "#contract/blocks/blocks.ts";
import { Button } from "../ui/form/button.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { ResponsivePicture } from "../ui/media/picture.tsx";
import { TitledCard } from "./titled-card.tsx";
import { blocksMessages } from "./messages.ts";
import * as blocksCss from "./blocks.module.css";
import * as iconCss from "../ui/styles/icon.module.css";

/** Poster of a video; the video is requested only on demand. */
export function VideoBlock({ block }: { block: BlockOf<"video"> }) {
  const { title, url, posterUrl, label, captionsUrl } = block;
  const [state, setState] = useState<"poster" | "plays" | "failed">("poster");
  return (
    <TitledCard title={title}>
      <div className={blocksCss.video}>
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
            <ResponsivePicture
              url={posterUrl}
              width={750}
              height={422}
              widths={[500, 750, 1000]}
              sizes="(min-width: 1024px) 670px, 100vw"
            />
            {state === "poster" ? (
              <button
                type="button"
                className={blocksCss.play}
                aria-label={blocksMessages.play(label)}
                onClick={() => setState("plays")}
              >
                <Icon size={32}>
                  <path className={iconCss.filled} d="M8 5.5v13l11-6.5z" />
                </Icon>
              </button>
            ) : (
              <div className={blocksCss.failed} role="alert">
                <p>{blocksMessages.videoFailed}</p>
                <Button look="tonal" size="small" onClick={() => setState("plays")}>
                  {blocksMessages.retry}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </TitledCard>
  );
}
