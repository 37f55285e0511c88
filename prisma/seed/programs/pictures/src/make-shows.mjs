// node make-shows.mjs [id …] draws what creators show in their briefs (shows.mjs).
const { G, shoot, pack } = await import("./kit-c.mjs");
await import("./shows.mjs");
const ids = Object.keys(G).filter((id) => process.argv.length < 3 || process.argv.slice(2).includes(id));
await shoot(ids);
await pack(ids);
