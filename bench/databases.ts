import pg from "pg";

export async function withClient<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** A copy of the template, dropped afterwards. */
export async function withDatabase<Result>(
  { adminUrl, template }: { adminUrl: string; template: string },
  name: string,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const asAdmin = (statement: string) => withClient(adminUrl, (client) => client.query(statement));
  await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await asAdmin(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  try {
    return await use(url.href);
  } finally {
    await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}
