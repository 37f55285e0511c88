import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Plugin } from "vite";
import type { ContentFile } from "../../app/features/content/content.schema";
import { parseContent } from "../content";
import { pdfDocument } from "./pdf-document";
import { wordDocument } from "./word-document";

const folder = "content/safety";
const types = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pdf: "application/pdf",
} as const;

/** Makes the documents that are served as /downloads/<file-name>.<docx or pdf> from content/safety. */
export function downloads(): Plugin {
  let root = "";
  let isServerBuild = false;
  return {
    name: "downloads",
    configResolved: (config) => {
      root = config.root;
      isServerBuild = Boolean(config.build.ssr);
    },
    async generateBundle() {
      if (isServerBuild) return;
      for (const file of await readdir(join(root, folder))) {
        if (!file.endsWith(".md")) continue;
        const { name, source } = await makeDocument(root, file);
        this.emitFile({ type: "asset", fileName: `downloads/${name}`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use("/downloads", (request, response, next) => {
        const name = /^\/([a-z0-9-]+)\.(?:docx|pdf)$/.exec(request.url ?? "")?.[1];
        if (!name) return next();
        makeDocument(root, `${name}.md`).then(({ type, source }) => {
          response.setHeader("Content-Type", type);
          response.end(source);
        }, next);
      });
    },
  };
}

/**
 * Makes one document from a file in content/safety.
 * @throws if the file breaks a rule of content, or contains something that its kind of document can't show
 */
async function makeDocument(root: string, file: string) {
  const path = join(folder, file);
  const content = (await parseContent(
    path,
    await readFile(join(root, path), "utf8"),
    root,
  )) as ContentFile<"safety">;
  const source = await (content.as === "pdf" ? pdfDocument(content) : wordDocument(content));
  return { name: `${basename(file, ".md")}.${content.as}`, type: types[content.as], source };
}
