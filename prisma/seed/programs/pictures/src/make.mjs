// Draws the first pictures from scratch: `npm run stills` (about 15 minutes on two cores). Order matters: later ones use earlier ones.
//   scenes*.mjs  stills: shaders in linear light, developed like film by engine.mjs
//   people3d.mjs people as signed distance fields; cast.mjs says who is who; faces.mjs takes their portraits
//   cutouts.mjs  faces with an alpha channel for thumbnails; graphics.mjs everything made of type, paper and timelines
//   export.mjs   raw/*.png to AVIF: 720 px ≤ 25 KB, 360 px ≤ 10 KB (-s), portraits 192 px ≤ 6 KB
import { spawnSync } from "node:child_process";
for (const [f, env] of [["film.mjs"], ["faces.mjs", { N: "384", SPP: "3" }], ["cutouts.mjs"], ["graphics.mjs"], ["export.mjs"]]) {
  const r = spawnSync("node", [f], { stdio: "inherit", cwd: new URL(".", import.meta.url).pathname, env: { ...process.env, ...env } });
  if (r.status) process.exit(r.status);
}
