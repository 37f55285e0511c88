export interface PageControl {
  words: string;
  href?: string;
  name?: string;
  value?: string;
  form?: { action: string; hidden: [name: string, value: string][] };
}

const decode = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

const wordsOf = (html: string) =>
  decode(html.replace(/<svg.*?<\/svg>|<[^>]+>/gs, ""))
    .replace(/\s+/g, " ")
    .trim();

function attributesOf(tag: string): Record<string, string> {
  return Object.fromEntries(
    [...tag.matchAll(/ ([\w-]+)(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [name, decode(value)]),
  );
}

/** The controls of a page in source order, which is how text browsers list them. */
export function controlsOf(html: string): PageControl[] {
  const body = html.slice(Math.max(0, html.indexOf("<body"))).replace(/<!--.*?-->/gs, "");
  const labels = new Map(
    [...body.matchAll(/<label for="([^"]*)"[^>]*>(.*?)<\/label>/gs)].map(([, id = "", text = ""]) => [
      id,
      wordsOf(text),
    ]),
  );
  const controls: PageControl[] = [];
  let form: PageControl["form"];
  const parts =
    /<(\/?form)\b([^>]*)>|<(a)\b([^>]*)>(.*?)<\/a>|<(button)\b([^>]*)>(.*?)<\/button>|<(input|textarea|select|iframe)\b([^>]*)>/gs;
  for (const [
    ,
    formTag,
    formAttributes,
    a,
    aTag,
    aText,
    button,
    buttonTag,
    buttonText,
    field,
    fieldTag,
  ] of body.matchAll(parts)) {
    if (formTag === "form") form = { action: attributesOf(formAttributes ?? "").action ?? "", hidden: [] };
    else if (formTag) form = undefined;
    else if (a) controls.push({ words: wordsOf(aText ?? ""), href: attributesOf(aTag ?? "").href ?? "" });
    else if (button) {
      const { name, value } = attributesOf(buttonTag ?? "");
      controls.push({ words: wordsOf(buttonText ?? ""), name, value, form });
    } else if (field) {
      const { id, name, value, type } = attributesOf(fieldTag ?? "");
      if (type === "hidden") form?.hidden.push([name ?? "", value ?? ""]);
      else controls.push({ words: labels.get(id ?? "") ?? field, name, value, form });
    }
  }
  return controls;
}
