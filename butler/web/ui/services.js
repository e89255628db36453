// Services and tools: what runs, and what of it is shown.
import { useState } from "preact/hooks";
import { html, Empty, Loaded, useData } from "./parts.js";
import { t } from "./text.js";

export function Services() {
  const data = useData("/api/overview", ["ext", "layout"]);
  if (data.error?.code === "unavailable" || data.error?.code === "unknown_action") return html`<div class="page"><h1>${t.pages.services}</h1><${Empty} icon="services" title=${t.services.off} body="" /></div>`;
  return html`<div class="page"><h1>${t.pages.services}</h1><${Loaded} of=${data}>${() => null}<//></div>`;
}
