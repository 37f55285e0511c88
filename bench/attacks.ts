export interface Attack {
  name: string;
  method: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  signedIn?: true;
}

const kib = 1024;
const most = 64 * kib;
const fill = (piece: string, bytes = most) => piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes);
const times = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i));

function form(name: string, body: string, path = "/login"): Attack {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  return { name, method: "POST", path, headers, body };
}

function parts(name: string, body: string | Buffer, path = "/login"): Attack {
  return {
    name,
    method: "POST",
    path,
    headers: { "Content-Type": "multipart/form-data; boundary=bbbb" },
    body,
  };
}

const part = (name: string, value: string, rest = "") =>
  `--bbbb\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n${value}\r\n`;
const end = "--bbbb--\r\n";

const profileTexts = [
  "name",
  "bio",
  "location",
  "youtube",
  "twitter",
  "instagram",
  "linkedin",
  "website",
  "behance",
];

/** Ordinary forms to compare with. They're refused because a field is missing. */
export const ordinaryForms: Attack[] = [
  form("an ordinary sign-in", "email=a@b.c"),
  { ...form("an ordinary profile", "bio=Hello", "/profile/edit?section=about"), signedIn: true },
];

/** Bodies that a limit refuses, and the most expensive ones that stay within every limit. */
export const bodies: Attack[] = [
  form("999 deep names, 96 KB", times(999, (i) => `k${i}${"[999]".repeat(18)}=x`).join("&")),
  form("560 deep names, 64 KB", times(560, (i) => `k${i}${"[999]".repeat(18)}=x`).join("&")),
  form("32,000 fields", fill("a&")),
  form("100 undeclared names", times(100, (i) => `${"n".repeat(300)}${i}=${"<".repeat(300)}`).join("&")),
  form("199 values of one name", times(199, (i) => `email=${"<".repeat(310)}${i}`).join("&")),
  form("one value of '<'", `email=${fill("<", most - 6)}`),
  form("one value, percent-encoded", `email=${fill("%3C", most - 8)}`),
  form("one value of blanks", `email=${fill("+", most - 6)}`),
  form("broken percent-encoding", `email=${fill("%", most - 6)}`),
  form("a long sign-up", `fullName=${fill("\u00e9", 30 * kib)}&email=a@b.c`, "/login?tab=create"),
  parts("1,200 parts", fill(part("a", ""))),
  parts("200 parts of one name", times(200, () => part("email", "<".repeat(240))).join("") + end),
  parts("800 files", fill(part("a", "", '; filename="x"'))),
  parts("8,000 part headers", `--bbbb\r\n${fill("a: b\r\n", most - 8)}`),
  parts("near boundaries", part("email", fill("\r\n--bbb", most - 200)) + end),
  parts("one part of '<'", part("email", fill("<", most - 200)) + end),
  parts("8 MB to the avatar, as a guest", Buffer.alloc(8 * kib * kib, "a"), "/profile/avatar"),
  {
    ...parts(
      "8 MB that are no picture",
      part("avatar", "a".repeat(8 * kib * kib - 200), '; filename="a.png"') + end,
      "/profile/avatar",
    ),
    signedIn: true,
  },
  {
    ...form(
      "200 choices of a profile",
      times(195, () => `tools=${"9".repeat(320)}`).join("&"),
      "/profile/edit?section=tools",
    ),
    signedIn: true,
  },
  {
    ...form(
      "every text of a profile",
      profileTexts.map((name) => `${name}=${"<".repeat(7_000)}`).join("&"),
      "/profile/edit?section=about",
    ),
    signedIn: true,
  },
];

const long = 15 * kib;

/**
 * URLs as long as Node accepts. Paths longer than any of ours aren't varied, because they're all refused in the
 * same way.
 */
export function addresses(manifestVersion: string): Attack[] {
  const get = (name: string, path: string, headers: Record<string, string> = {}): Attack => ({
    name,
    method: "GET",
    path,
    headers,
  });
  return [
    get("7,500 segments", fill("/a", long)),
    get("3,700 fields in a query", `/login?${fill("a=1&", long)}`),
    get("a long way back", `/login?redirectTo=/${fill("a%2F", long)}`),
    get(
      "400 people to write to",
      `/messages/new?with=${fill("0b5d9c1e-7a54-4b6e-9b0e-8f5d3c2a1b00+", long)}`,
    ),
    get("a manifest of 3,700 paths", `/__manifest?version=${manifestVersion}&p=${fill("/a", 7_400)}`),
    get("3,700 cookies", "/dashboard", { Cookie: fill("a=b;", long) }),
    get("a flash of 15 KB", "/login", { Cookie: `flash=${fill("a", long)}` }),
    get("an odd Accept-Encoding", "/login", { "Accept-Encoding": fill("br  ;  ", long) }),
  ];
}
